import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher, Pool } from 'undici';
import type { AttemptError } from '../../graph/model/vocabulary.ts';
import { type ExemptTargets, readReceiverUrl } from '../../graph/subscription/receiverUrl.ts';
import { AgedClient } from './agedClient.ts';
import { classifyError, DeadlineError, UnsafeAddressError } from './attemptError.ts';
import { guardedConnector } from './guardedConnector.ts';
import { dnsResolver, type ResolveHost } from './resolveHost.ts';

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

export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface DeliveryClientOptions {
  readonly exempt: ExemptTargets;
  readonly resolve?: ResolveHost;
  /** Authorities to trust, in PEM; default: Node's store and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string;
  /** From the first look at the URL to the last byte that is waited for; default 15 s. */
  readonly deadlineMs?: number;
  /** How old a kept connection may become; default 60 s. */
  readonly ageMs?: number;
}

const DEADLINE_MS = 15_000;
/** How long a body is waited for once the status is known. */
const BODY_MS = 2_000;
const BODY_BYTES = 4096;
/** A checked connection is kept for its own host, for so long without work and for so long at all. */
const IDLE_MS = 10_000;
const AGE_MS = 60_000;
const KEPT_URLS = 1_000;
/** Of a header that may say anything. */
const SHOWN_ENCODING = 40;

/**
 * Sends webhooks, to checked addresses alone (guardedConnector): no proxy whatever the environment says, no redirect, no more of an
 * answer than 4 kB, nothing beyond the deadline.
 */
export class DeliveryClient {
  readonly #agent: Agent;
  readonly #exempt: ExemptTargets;
  readonly #read = new LRUCache<string, ReturnType<typeof readReceiverUrl>>({ max: KEPT_URLS });
  readonly #deadlineMs: number;

  constructor({
    exempt,
    resolve = dnsResolver(),
    ca,
    deadlineMs = DEADLINE_MS,
    ageMs = AGE_MS,
  }: DeliveryClientOptions) {
    this.#exempt = exempt;
    this.#deadlineMs = deadlineMs;
    this.#agent = new Agent({
      connect: guardedConnector(exempt, resolve, ca),
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      clientTtl: ageMs,
      factory: (origin, options) => new Pool(origin, { ...options, factory: (url, its) => new AgedClient(url, its) }),
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  /** Posts once and never throws. @param signal ends it as `interrupted` */
  post({ url, headers, body }: DeliveryRequest, signal?: AbortSignal): Promise<AttemptResult> {
    const receiver = this.#receiverOf(url);
    if ('fault' in receiver) return Promise.resolve(failed(new UnsafeAddressError(receiver.fault)));
    return new Promise((resolve) => {
      const exchange = new Exchange(this.#deadlineMs, signal, resolve);
      try {
        this.#agent.dispatch({ origin: receiver.origin, path: receiver.path, method: 'POST', headers, body }, exchange);
      } catch (error) {
        exchange.end(failed(error));
      }
    });
  }

  /** The judgement of a text is always the same; that of its addresses belongs to the connection. */
  #receiverOf(url: string): ReturnType<typeof readReceiverUrl> {
    const kept = this.#read.get(url);
    if (kept !== undefined) return kept;
    const receiver = readReceiverUrl(url, this.#exempt);
    this.#read.set(url, receiver);
    return receiver;
  }

  /** Ends every connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

function failed(error: unknown): AttemptResult {
  return { status: null, error: classifyError(error), responseBody: null, retryAfter: null };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** One request and its answer. It reports once: when the answer is complete, enough of it is there, or time is up. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #report: (result: AttemptResult) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #deadline: NodeJS.Timeout;
  #bodyTimer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | null = null;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  #bytes = 0;
  #ended = false;

  constructor(deadlineMs: number, signal: AbortSignal | undefined, report: (result: AttemptResult) => void) {
    this.#report = report;
    this.#signal = signal;
    this.#deadline = setTimeout(() => this.#finish(new DeadlineError('the deadline has passed')), deadlineMs);
    signal?.addEventListener('abort', this.#interrupt);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Time was up while the connection was being made.
    if (this.#ended) controller.abort(new DeadlineError('the deadline has passed'));
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    controller.abort(new Error('the receiver changed the protocol'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#bodyTimer = setTimeout(() => this.#finish(null), BODY_MS);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > BODY_BYTES) this.#finish(null);
  }

  onResponseEnd(): void {
    this.#complete();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#status === null) this.end(failed(error));
    else this.#complete();
  }

  /** Reports, unless that has been done. */
  end(result: AttemptResult): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#bodyTimer);
    this.#signal?.removeEventListener('abort', this.#interrupt);
    this.#report(result);
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
    const bytes = Buffer.concat(this.#chunks).subarray(0, BODY_BYTES);
    // Unpacking would let 4 kB become megabytes; `identity` was asked for.
    if (encoding !== 'identity' && bytes.length > 0) return `(${encoding.slice(0, SHOWN_ENCODING)}-encoded, not shown)`;
    // PostgreSQL's text takes no NUL.
    return bytes.toString('utf8').replaceAll('\0', '\ufffd');
  }
}
