/** The code of a system error, e.g. `EACCES`; else its name. Short enough for one line and free of values. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown error';
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown error';
}
