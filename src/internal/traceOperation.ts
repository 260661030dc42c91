import type { NextFunction, Request } from 'express';
import { untilEnd } from '../tracing/currentSpan.ts';
import type { ToolResponse } from './toolError.ts';

/** Runs the rest of a sampled request in a span: Apollo's parsing, validating and executing. */
export function traceOperation(_request: Request, response: ToolResponse, next: NextFunction): void {
  const { span } = response.locals;
  if (span == null) {
    next();
    return;
  }
  void untilEnd(span.child('GraphQL operation', 'internal'), () => {
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    next();
    return closed;
  });
}
