import type { Dispatcher } from 'undici';
import type { AttemptError } from '../../graph/model/vocabulary.ts';
import { classifyError, DeadlineError, findTlsCode } from './attemptError.ts';
import type { TracedRequest } from './keptClient.ts';

/** The result of one attempt. */
export interface AttemptResult {
  /** The status; null without an answer. */
  readonly status: number | null;
  /** Null for an acknowledged attempt. */
  readonly error: AttemptError | null;
  /** OpenSSL's or Node's code of what is wrong with the handshake or the certificate; absent with other errors. */
  readonly tlsCode?: string | undefined;
  /** The first 4 kB of the answer's body as text; null without an answer. */
  readonly responseBody: string | null;
  /** Retry-After, unparsed. */
  readonly retryAfter: string | null;
}

export interface ExchangeOptions {
  readonly request: TracedRequest;
  readonly deadlineMs: number;
  /** Ends it as `interrupted`. */
  readonly signal: AbortSignal | undefined;
  /** Sends the request again, on a connection of its own. */
  readonly repeat: () => void;
  /** Called once. */
  readonly report: (result: AttemptResult) => void;
}

/** How long to wait for a body after the status has arrived. */
const BODY_MS = 2_000;
const SHOWN_BYTES = 4096;
/** How much of a body is read to keep its connection. */
const READ_BYTES = 65_536;
/** The longest Retry-After, a header with arbitrary content. */
const SHOWN_ENCODING = 40;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function failed(error: unknown): AttemptResult {
  const tlsCode = findTlsCode(error);
  const result = { status: null, error: classifyError(error), responseBody: null, retryAfter: null } as const;
  return tlsCode === undefined ? result : { ...result, tlsCode };
}

/**
 * One request and its answer. It reports once: when the answer is complete, enough of it has arrived, or time is up.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #deadline: NodeJS.Timeout;
  #bodyTimer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  /**
   * Whether its connection was made for an earlier request and no byte of an answer has arrived: the receiver may have
   * closed it before.
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
    // Time ran out while connecting.
    if (this.#ended) controller.abort(new DeadlineError('the deadline has passed'));
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    controller.abort(new Error('the receiver changed the protocol'));
  }

  onResponseStarted(): void {
    this.#mayRepeat = false;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // RFC 9110, 15: a status has three digits and begins with 1 to 5. undici treats a status below 100 as its own
    // error.
    if (status < 100) controller.abort(new Error(`the receiver answered with the status ${status}`));
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
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

  /** Reports the result, once. */
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

  /** Stops waiting: the result is what has arrived. The connection is closed with the rest of the answer. */
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
    // Decompressing would turn 4 kB into megabytes; `identity` was requested.
    if (encoding !== 'identity' && bytes.length > 0) return `(${encoding.slice(0, SHOWN_ENCODING)}-encoded, not shown)`;
    // PostgreSQL's text cannot hold NUL.
    return bytes.toString('utf8').replaceAll('\0', '\ufffd');
  }
}
