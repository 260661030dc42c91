import { type ProblemCode, problemCodes } from './problemCodes.ts';

interface ProblemOptions {
  /** The parameter at fault; the member `parameter` of the answer. */
  readonly parameter?: string;
  /** Another status than the code's own, for what Node refuses itself. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What really happened, for the log alone. */
  readonly cause?: unknown;
}

/** A refusal or failure as the caller sees it. Its message is the `detail`: what is wrong, where, and what would be right. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly parameter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? problemCodes[code].status;
    this.parameter = options.parameter;
    this.headers = options.headers ?? {};
  }
}
