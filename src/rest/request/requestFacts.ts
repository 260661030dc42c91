import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** What is known of a request from its first step on; the response carries it (`locals`), also for logs and metrics. */
export interface RequestFacts {
  /** Server-generated correlation identifier, the header X-Request-Id. A client's own is not taken over. */
  requestId: string;
  /** From `traceparent`; null when there is none. */
  traceId: string | null;
  /** Known once the path and method are; null for pages and refusals before. */
  operationId: string | null;
}

export type RestResponse = Response<unknown, RequestFacts>;

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

const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a valid `traceparent` header (W3C Trace Context, level 1), else null. Later versions may append fields. */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const match = traceparent.exec(header);
  if (match === null || (match[1] === '00' && match[3] !== undefined)) return null;
  return match[2] ?? null;
}
