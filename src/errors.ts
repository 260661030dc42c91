/** Deeper than any library wraps; an error that causes itself ends here. */
const DEEPEST = 6;

type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * What was thrown and what lies below it, outermost first: `cause`, GraphQL's `originalError`, what Prisma keeps of its
 * driver, and each failure that an AggregateError holds. Empty for what is no object.
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
 * The first code of an error's chain, e.g. `EACCES` or a SQLSTATE; else its name. Short enough for one line, and free
 * of values.
 */
export function errorCode(thrown: unknown): string {
  const chain = errorChain(thrown);
  const code = chain.map(({ code }) => code).find((each) => typeof each === 'string');
  if (code !== undefined) return code;
  const [{ name } = {}] = chain;
  return typeof name === 'string' ? name : 'unknown error';
}

/**
 * An error in words; the code that its chain gives as the reason is added, as fetch says only "fetch failed" itself. An
 * error of another realm (Jest's, a worker's) is an error too, though not an `instanceof`.
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

/** Why it was thrown, in one line: Prisma tells the call and its place in the code first, and the reason last. */
export function errorReason(thrown: unknown): string {
  return errorMessage(thrown).trim().split('\n').at(-1) || errorCode(thrown);
}

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
