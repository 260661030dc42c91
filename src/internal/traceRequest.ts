import type { NextFunction, Request } from 'express';
import { endWithResponse } from '../tracing/endWithResponse.ts';
import type { Tracer } from '../tracing/span.ts';
import type { ToolResponse } from './toolError.ts';

/** Begins the trace of a request, where it is sampled. */
export function traceRequest(tracer: Tracer) {
  return (request: Request, response: ToolResponse, next: NextFunction): void => {
    const span = tracer.request(request.headers);
    if (span !== null) {
      Object.assign(response.locals, { span, traceId: span.traceId });
      endWithResponse(span, 'internal', response);
    }
    next();
  };
}
