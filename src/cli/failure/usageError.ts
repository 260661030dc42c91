/** A command line that makes no sense: one line for the operator, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
