import { randomUUID } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import type { RequestOutcome, RestResponse } from './requestFacts.ts';
import { requestTarget } from './requestTarget.ts';
import { traceIdOf } from './traceId.ts';

interface Observers {
  readonly logger: Logger;
  readonly observe: ((outcome: RequestOutcome) => void) | undefined;
}

/**
 * First step: gives the request its identifier and reports how it ended, one log line each. The line holds the path without its
 * query: what people search for is nobody's business.
 */
export function identifyRequest({ logger, observe }: Observers) {
  return (request: Request, response: RestResponse, next: NextFunction): void => {
    const begin = performance.now();
    const facts = response.locals;
    facts.requestId = randomUUID();
    facts.traceId = traceIdOf(request.headers.traceparent);
    facts.operationId = null;
    response.setHeader('X-Request-Id', facts.requestId);
    // Every representation depends on it; compression's own 304 would not say so.
    response.setHeader('Vary', 'Accept-Encoding');
    response.setHeader('Cache-Control', 'no-cache');
    response.once('close', () => {
      const outcome: RequestOutcome = {
        operationId: facts.operationId,
        method: request.method,
        status: response.statusCode,
        seconds: (performance.now() - begin) / 1000,
        aborted: !response.writableFinished,
      };
      observe?.(outcome);
      logger.info({ ...facts, ...outcome, path: requestTarget(request.url).path }, 'request');
    });
    next();
  };
}
