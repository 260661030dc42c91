/** A command that failed: one line for the operator, exit status 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** Stable code for `--json`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A malformed command line: one line for the operator, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
