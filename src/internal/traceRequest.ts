import type { NextFunction, Request } from 'express';
import { endWithResponse } from '../tracing/endWithResponse.ts';
import type { Tracer } from '../tracing/span.ts';
import { traceIdOf } from '../tracing/traceIdOf.ts';
import type { ToolResponse } from './toolError.ts';

/** Begins the trace of a request, where it is sampled, and notes its id or the one that the caller named. */
export function traceRequest(tracer: Tracer) {
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const span = tracer.request(request.headers);
    const traceId = span?.traceId ?? traceIdOf(request.headers.traceparent);
    Object.assign(response.locals, { span, traceId });
    if (span !== null) endWithResponse(span, 'internal', response);
    next();
  };
}
