import type { NextFunction, Request } from 'express';
import { callerTraceOf } from '../tracing/callerTrace.ts';
import { endWithResponse } from '../tracing/endWithResponse.ts';
import type { Tracer } from '../tracing/span.ts';
import type { ToolResponse } from './toolError.ts';

/** Begins the trace of a request, where it is sampled, and notes its id or the one that the caller named. */
export function traceRequest(tracer: Tracer) {
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const caller = callerTraceOf(request.headers);
    const span = tracer.request(caller);
    const traceId = caller?.traceId ?? span?.traceId ?? null;
    Object.assign(response.locals, { span, traceId });
    if (span !== null) endWithResponse(span, 'internal', response);
    next();
  };
}
