import type { Logger } from 'pino';
import { rootCause } from '../../thrown/rootCause.ts';
import type { Exchange } from '../http/exchange.ts';
import { LineLimit } from './lineLimit.ts';
import { sendProblem } from './sendProblem.ts';
import { toProblem } from './toProblem.ts';

/** Last step of a request that failed: its problem for the caller, and a line of the log for failures (5xx), with what really happened. */
export function answerProblems(logger: Logger): (exchange: Exchange, error: unknown) => void {
  const refusals = new LineLimit();
  return (exchange, error) => {
    const problem = toProblem(error);
    if (problem.status >= 500) {
      const { requestId, operationId } = exchange;
      const line = { requestId, operationId, code: problem.code, err: rootCause(problem) };
      // What is away is told by everyone who asks for it; what broke is news.
      const omitted = problem.status === 503 ? refusals.take() : 0;
      if (problem.status !== 503) logger.error(line, 'request failed');
      else if (omitted !== undefined) logger.warn({ ...line, ...(omitted > 0 && { omitted }) }, 'request refused');
    }
    // The client must not take an answer that broke off half-way for a whole one.
    if (exchange.response.headersSent) exchange.response.destroy();
    else sendProblem(exchange, problem);
  };
}
