/** The trace that a request is a part of (W3C Trace Context, level 1). */
export interface CallerTrace {
  readonly traceId: string;
  /** The step of the caller that the request is made in. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** The header as it was sent: it may be malformed. */
  readonly tracestate: string | undefined;
}

/** The headers of a request: `traceparent` and `tracestate` name its caller's trace. */
export type TraceHeaders = Readonly<NodeJS.Dict<string | string[]>>;

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The trace of a valid `traceparent`, else null. Later versions may append fields. */
export function callerTraceOf({ traceparent, tracestate }: TraceHeaders): CallerTrace | null {
  if (typeof traceparent !== 'string') return null;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return null;
  const isSampled = (Number.parseInt(flags ?? '', 16) & 1) === 1;
  return { traceId, spanId, isSampled, tracestate: typeof tracestate === 'string' ? tracestate : undefined };
}
