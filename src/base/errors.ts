/** Deeper than any library wraps errors; bounds cyclic chains. */
const DEEPEST = 6;

type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * The thrown value and its causes, outermost first: `cause`, GraphQL's `originalError`, Prisma's driver error and the
 * members of an AggregateError. Empty for a value that is no object.
 */
export function errorChain(thrown: unknown, depth = 0): ErrorFacts[] {
  if (typeof thrown !== 'object' || thrown === null || depth > DEEPEST) return [];
  const error = thrown as ErrorFacts;
  const { cause, originalError, meta } = error;
  const driver =
    typeof meta === 'object'
      ? (meta as { readonly driverAdapterError?: unknown } | null)?.driverAdapterError
      : undefined;
  const several = thrown instanceof AggregateError ? thrown.errors : [];
  return [error, ...[cause, originalError, driver, ...several].flatMap((below) => errorChain(below, depth + 1))];
}

/**
 * The first code in an error's chain, e.g. `EACCES` or a SQLSTATE; else its name. Fits on one line and holds no values.
 */
export function errorCode(thrown: unknown): string {
  const chain = errorChain(thrown);
  const code = chain.map(({ code }) => code).find((each) => typeof each === 'string');
  if (code !== undefined) return code;
  const [{ name } = {}] = chain;
  return typeof name === 'string' ? name : 'unknown error';
}

/**
 * The message of an error, with the first code of its causes: fetch alone says only "fetch failed". Recognises errors
 * of another realm (Jest's, a worker's), which `instanceof` does not.
 */
export function errorMessage(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return String(thrown);
  // localhost tries ::1 and 127.0.0.1, and the sum of both failures has no message of its own.
  if ('errors' in thrown && Array.isArray(thrown.errors) && thrown.message === '')
    return errorMessage(thrown.errors[0]);
  const [own, ...below] = errorChain(thrown).map(({ code }) => code);
  const reason = own === undefined ? below.find((code) => typeof code === 'string') : undefined;
  return reason === undefined ? String(thrown.message) : `${thrown.message} (${reason})`;
}

/** The reason in one line: Prisma's message begins with the call and its place in the code and ends with the reason. */
export function errorReason(thrown: unknown): string {
  return errorMessage(thrown).trim().split('\n').at(-1) || errorCode(thrown);
}

/** The last of an error's causes, or the error itself. */
export function rootCause(error: unknown): unknown {
  const seen = new Set<unknown>();
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined && !seen.has(cause)) {
    seen.add(cause);
    cause = cause.cause;
  }
  return cause;
}
