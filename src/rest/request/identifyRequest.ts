import { randomUUID } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import type { RestResponse } from './requestFacts.ts';
import { traceIdOf } from './traceId.ts';

/** First step: gives the request its identifier, and the response the headers that every answer carries. */
export function identifyRequest(request: Request, response: RestResponse, next: NextFunction): void {
  const facts = response.locals;
  facts.requestId = randomUUID();
  facts.traceId = traceIdOf(request.headers.traceparent);
  facts.operationId = null;
  response.setHeader('X-Request-Id', facts.requestId);
  // Every representation depends on it; compression's own 304 would not say so.
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Cache-Control', 'no-cache');
  next();
}
