/** What an error that hides something was made of: the last of its causes, or itself. */
export function rootCause(error: unknown): unknown {
  const seen = new Set<unknown>();
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined && !seen.has(cause)) {
    seen.add(cause);
    cause = cause.cause;
  }
  return cause;
}
