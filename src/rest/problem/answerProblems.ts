import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import { rootCause } from '../../base/errors.ts';
import { LineLimit, ONE_OUTAGE } from '../../base/lineLimit.ts';
import type { RestResponse } from '../http/requestFacts.ts';
import { sendContent } from '../http/sendContent.ts';
import { problemDocument, problemMediaType } from './problemDocument.ts';
import type { ProblemError } from './problemError.ts';
import { toProblem } from './toProblem.ts';

/** Headers that a failed answer may already have set. */
const SUCCESS_ONLY_HEADERS = ['ETag', 'Link', 'Location'];

/** Answers a problem with a page, where the request is a browser's; false where it is not. */
export type ShowProblem = (problem: ProblemError, response: RestResponse) => Promise<boolean>;

/**
 * The error handler: a problem for the caller and, for failures (5xx), a log line with the cause.
 * @param show default: no answer is a page
 */
export function answerProblems(logger: Logger, show?: ShowProblem) {
  const outages = new Map<string, LineLimit>();
  /** A few lines of each code, because operations fail in different ways. */
  const limitOf = (code: string): LineLimit => {
    const limit = outages.get(code) ?? new LineLimit({ ...ONE_OUTAGE, burst: 5 });
    outages.set(code, limit);
    return limit;
  };
  return async (error: unknown, _request: Request, response: RestResponse, _next: NextFunction): Promise<void> => {
    const problem = toProblem(error);
    const { requestId, traceId, operationId, describedBy } = response.locals;
    if (problem.status >= 500) {
      const line = {
        requestId,
        ...(traceId !== null && { traceId }),
        operationId,
        code: problem.code,
        err: rootCause(problem),
      };
      // During an outage every request fails alike, so its lines are limited; other failures are all logged.
      const omitted = problem.status === 503 ? limitOf(problem.code).take() : 0;
      if (problem.status !== 503) logger.error(line, 'request failed');
      else if (omitted !== undefined) logger.warn({ ...line, ...(omitted > 0 && { omitted }) }, 'request refused');
    }
    // The client must not take a truncated answer for a complete one.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const name of SUCCESS_ONLY_HEADERS) response.removeHeader(name);
    if (describedBy !== null) response.setHeader('Link', describedBy);
    response.set(problem.headers);
    if (await show?.(problem, response)) return;
    const body = JSON.stringify(problemDocument(problem, requestId, traceId));
    sendContent(response, problem.status, problemMediaType, body);
  };
}
