import { type Context, context, type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { errorCode } from '../base/errors.ts';

/** Begins a span, which does nothing unless traces are sent. Names and attributes hold no caller's values. */
export function beginSpan(name: string, options: SpanOptions = {}, parent: Context = context.active()): Span {
  return trace.getTracer('anime-catalog').startSpan(name, options, parent);
}

/** Runs `work` within a span that ends with it. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const span = beginSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), () => work(span));
  } catch (error) {
    failSpan(span, errorCode(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Only the kind of a failure is recorded: its message may repeat a caller's values. */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
}
