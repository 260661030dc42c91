import { type ProblemCode, problemCodes } from './problemCodes.ts';

/** A place in a body that breaks a rule. */
export interface BodyError {
  /** JSON Pointer (RFC 6901); empty for the body itself. */
  readonly pointer: string;
  /** Completes the sentence that begins with the pointer: what would be right. */
  readonly detail: string;
}

interface ProblemOptions {
  /** The parameter at fault; the member `parameter` of the answer. */
  readonly parameter?: string;
  /** What is wrong with the body; the member `errors` of the answer. */
  readonly errors?: readonly BodyError[];
  /** Another status than the code's own, for what Node refuses itself. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What really happened, for the log alone. */
  readonly cause?: unknown;
}

/**
 * A refusal or failure as the caller sees it. Its message is the `detail`: what is wrong, where, and what would be
 * right.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly parameter: string | undefined;
  readonly errors: readonly BodyError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? problemCodes[code].status;
    this.parameter = options.parameter;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}
