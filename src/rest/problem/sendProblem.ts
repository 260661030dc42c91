import type { Request } from 'express';
import type { RestResponse } from '../request/requestFacts.ts';
import { sendContent } from '../request/sendContent.ts';
import { problemDocument, problemMediaType } from './problemDocument.ts';
import type { ProblemError } from './problemError.ts';

/** Answers with a problem. */
export function sendProblem(request: Request, response: RestResponse, problem: ProblemError): void {
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  const { requestId, traceId } = response.locals;
  const body = JSON.stringify(problemDocument(problem, requestId, traceId));
  sendContent(request, response, problem.status, problemMediaType, body);
}
