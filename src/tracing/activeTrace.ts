import { context, propagation, trace } from '@opentelemetry/api';

/** The id of the trace that the caller's work is a part of; undefined outside of sampled traces. */
export function activeTraceId(): string | undefined {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span.spanContext().traceId : undefined;
}

/** The headers of W3C Trace Context for requests within the active span; none outside of sampled traces. */
export function traceHeaders(): { readonly traceparent?: string; readonly tracestate?: string } {
  const headers = {};
  if (activeTraceId() !== undefined) propagation.inject(context.active(), headers);
  return headers;
}
