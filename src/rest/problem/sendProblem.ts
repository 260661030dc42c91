import type { Exchange } from '../http/exchange.ts';
import { sendContent } from '../http/sendContent.ts';
import { problemDocument, problemMediaType } from './problemDocument.ts';
import type { ProblemError } from './problemError.ts';

/** What an answer that failed on its way may have been going to say. */
const UNSAID = ['ETag', 'Link', 'Location'];

/** Answers with a problem. */
export function sendProblem(exchange: Exchange, problem: ProblemError): void {
  for (const name of UNSAID) exchange.removeHeader(name);
  for (const [name, value] of Object.entries(problem.headers)) exchange.setHeader(name, value);
  const body = JSON.stringify(problemDocument(problem, exchange.requestId, exchange.traceId));
  sendContent(exchange, problem.status, problemMediaType, body);
}
