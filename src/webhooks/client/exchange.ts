import type { Dispatcher } from 'undici';
import type { AttemptError } from '../../graph/model/vocabulary.ts';
import type { TracedRequest } from './agedClient.ts';
import { classifyError, DeadlineError } from './attemptError.ts';

/** What became of one attempt. */
export interface AttemptResult {
  /** The status line's; null when none came. */
  readonly status: number | null;
  /** Null when the receiver acknowledged. */
  readonly error: AttemptError | null;
  /** The first 4 kB of the answer's body as text; null when no answer came. */
  readonly responseBody: string | null;
  /** Retry-After as it came. */
  readonly retryAfter: string | null;
}

export interface ExchangeOptions {
  readonly request: TracedRequest;
  readonly deadlineMs: number;
  /** Ends it as `interrupted`. */
  readonly signal: AbortSignal | undefined;
  /** Sends the request once more, on a connection of its own. */
  readonly repeat: () => void;
  /** Called with the `Date` of an answer, as it came. */
  readonly answered: (date: string) => void;
  /** Called once. */
  readonly report: (result: AttemptResult) => void;
}

/** How long a body is waited for once the status is known. */
const BODY_MS = 2_000;
const SHOWN_BYTES = 4096;
/** So much of a body is read that its connection can be kept. */
const READ_BYTES = 65_536;
/** Of a header that may say anything. */
const SHOWN_ENCODING = 40;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function failed(error: unknown): AttemptResult {
  return { status: null, error: classifyError(error), responseBody: null, retryAfter: null };
}

/** One request and its answer. It reports once: when the answer is complete, enough of it is there, or time is up. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #deadline: NodeJS.Timeout;
  #bodyTimer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  /**
   * Whether its connection was made for another request, and nothing of an answer has
   * come: the receiver may have closed it before.
   */
  #mayRepeat = false;
  #status: number | null = null;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #ended = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#deadline = setTimeout(() => this.#finish(new DeadlineError('the deadline has passed')), options.deadlineMs);
    options.signal?.addEventListener('abort', this.#interrupt);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#mayRepeat = this.#options.request.connection?.use() === true;
    // Time was up while the connection was being made.
    if (this.#ended) controller.abort(new DeadlineError('the deadline has passed'));
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    controller.abort(new Error('the receiver changed the protocol'));
  }

  onResponseStarted(): void {
    this.#mayRepeat = false;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // RFC 9110, 15: a status has three digits and begins with 1 to 5. undici
    // takes what is below 100 for its own mistake.
    if (status < 100) controller.abort(new Error(`the receiver answered with the status ${status}`));
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (typeof headers.date === 'string') this.#options.answered(headers.date);
    this.#bodyTimer = setTimeout(() => this.#finish(null), BODY_MS);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    if (this.#bytes < SHOWN_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > READ_BYTES) this.#finish(null);
  }

  onResponseEnd(): void {
    this.#complete();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#ended) return;
    if (this.#mayRepeat) {
      this.#mayRepeat = false;
      this.#options.request.connection = undefined;
      this.#options.repeat();
    } else if (this.#status === null) this.end(failed(error));
    else this.#complete();
  }

  /** Reports, unless that has been done. */
  end(result: AttemptResult): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#bodyTimer);
    this.#options.signal?.removeEventListener('abort', this.#interrupt);
    this.#options.report(result);
  }

  readonly #interrupt = (): void => {
    if (this.#status === null) this.end({ ...failed(null), error: 'interrupted' });
    else this.#complete();
    this.#controller?.abort(new Error('interrupted'));
  };

  /** Waits no longer: what has come counts. The connection goes with the rest of the answer. */
  #finish(error: Error | null): void {
    if (this.#status === null) this.end(failed(error));
    else this.#complete();
    this.#controller?.abort(error ?? new Error('no more of the answer is wanted'));
  }

  #complete(): void {
    const status = this.#status;
    if (status === null) {
      this.end(failed(null));
      return;
    }
    const { 'content-encoding': encoding, 'retry-after': retryAfter } = this.#headers;
    this.end({
      status,
      error: status <= 299 ? null : 'http_status',
      responseBody: this.#text(encoding),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    });
  }

  #text(header: string | string[] | undefined): string {
    const encoding = String(header ?? 'identity').toLowerCase();
    const bytes = Buffer.concat(this.#chunks).subarray(0, SHOWN_BYTES);
    // Unpacking would let 4 kB become megabytes; `identity` was asked for.
    if (encoding !== 'identity' && bytes.length > 0) return `(${encoding.slice(0, SHOWN_ENCODING)}-encoded, not shown)`;
    // PostgreSQL's text takes no NUL.
    return bytes.toString('utf8').replaceAll('\0', '\ufffd');
  }
}
