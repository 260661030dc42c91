import type { CallerTrace } from './callerTrace.ts';

/** Attributes of a span. Never a secret, nor a value that a caller sent. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A step of a sampled trace; other traces have no spans. */
export interface Span {
  /** 32 hexadecimal digits, as in `traceparent`. */
  readonly traceId: string;
  /** The header `traceparent` of requests that are made within this step (W3C Trace Context, level 1). */
  readonly traceparent: string;
  /** The header beside it, where the trace has one: what the systems that it came through note of it. */
  readonly tracestate: string | undefined;
  /** Begins a step within this one. @param kind `client`: a request to another server */
  child(name: string, kind: 'internal' | 'client', attributes?: SpanAttributes): Span;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** @param failure only its kind is kept: a message may repeat a caller's values */
  end(failure?: { readonly error: unknown }): void;
}

/** Begins traces. */
export interface Tracer {
  /** A request to this service, as part of its caller's trace; null: not sampled. @param caller null: it names none */
  request(caller: CallerTrace | null): Span | null;
  /** Work that no request caused; null: not sampled. */
  root(name: string, attributes?: SpanAttributes): Span | null;
  /**
   * A request that this service makes as a consequence of another trace.
   * @param cause the `traceparent` of that trace, which was sampled: so is this one then; null: unknown
   * @returns null: not sampled
   */
  consequence(name: string, cause: string | null, attributes?: SpanAttributes): Span | null;
}

/** Without OpenTelemetry. */
export const noTracer: Tracer = { request: () => null, root: () => null, consequence: () => null };
