/** A command that could not do what was asked: one line for the operator, exit status 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  /** Stable code for `--json`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A command line that makes no sense: one line for the operator, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
