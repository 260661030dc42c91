import { type ProblemCode, problemCodes } from './problemCodes.ts';

/** A fault of a body, by its place. */
export interface BodyError {
  /** JSON Pointer (RFC 6901); empty for the body itself. */
  readonly pointer: string;
  /** The rule, as the rest of a sentence that begins with the pointer. */
  readonly detail: string;
}

interface ProblemOptions {
  /** The faulty parameter; the member `parameter` of the answer. */
  readonly parameter?: string;
  /** The faults of the body; the member `errors` of the answer. */
  readonly errors?: readonly BodyError[];
  /** Replaces the code's own status, for refusals by Node. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The cause, for the log alone. */
  readonly cause?: unknown;
}

/** A refusal or failure as the caller sees it. Its message is the `detail`: the fault, its place and the rule. */
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
