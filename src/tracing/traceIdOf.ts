const traceparent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * The trace id of a valid `traceparent` header (W3C Trace Context, level 1), else null. Later versions may append
 * fields.
 */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const match = traceparent.exec(header);
  if (match === null || (match[1] === '00' && match[3] !== undefined)) return null;
  return match[2] ?? null;
}
