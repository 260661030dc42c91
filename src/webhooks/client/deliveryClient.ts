import { LRUCache } from 'lru-cache';
import { Agent, Pool } from 'undici';
import { type ExemptTargets, readReceiverUrl } from '../../graph/webhook/receiverUrl.ts';
import { UnsafeAddressError } from './attemptError.ts';
import { type AttemptResult, Exchange, failed } from './exchange.ts';
import { guardedConnector } from './guardedConnector.ts';
import { KeptClient, type TracedRequest } from './keptClient.ts';
import { dnsResolver, type ResolveHost } from './resolveHost.ts';

export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

type ReadUrl = (url: string) => ReturnType<typeof readReceiverUrl>;

export interface DeliveryClientOptions {
  readonly exempt: ExemptTargets;
  /** Judges a URL's text; default: readReceiverUrl. */
  readonly readUrl?: ReadUrl;
  readonly resolve?: ResolveHost;
  /** Authorities to trust, in PEM; default: Node's store and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string;
  /** From the check of the URL to the last byte of the answer; default 15 s. */
  readonly deadlineMs?: number;
  /** The age at which a kept connection sends its last request; default 35 s. */
  readonly lastMs?: number;
}

const DEADLINE_MS = 15_000;
/** The size of an answer's head beyond which the attempt fails. */
const HEADER_BYTES = 65_536;
/** How long a checked connection is kept idle, for its own host only. */
const IDLE_MS = 10_000;
/** No connection is used beyond 60 s: an attempt may be under way, then it may be idle, before its last request. */
const LAST_MS = 60_000 - DEADLINE_MS - IDLE_MS;
const KEPT_URLS = 1_000;

/**
 * Sends webhooks, only to checked addresses (guardedConnector): without a proxy whatever the environment says, without
 * redirects, with at most 64 kB of an answer and nothing beyond the deadline. Where a reused connection breaks off
 * without a byte of an answer, the receiver had closed it while the request was in flight: it is sent once more within
 * the same attempt, on a new connection.
 */
export class DeliveryClient {
  readonly #kept: Agent;
  /** Every request gets a connection of its own. */
  readonly #fresh: Agent;
  readonly #readUrl: ReadUrl;
  readonly #read = new LRUCache<string, ReturnType<typeof readReceiverUrl>>({ max: KEPT_URLS });
  readonly #deadlineMs: number;

  constructor({
    exempt,
    readUrl = (url) => readReceiverUrl(url, exempt),
    resolve = dnsResolver(),
    ca,
    deadlineMs = DEADLINE_MS,
    lastMs = LAST_MS,
  }: DeliveryClientOptions) {
    this.#readUrl = readUrl;
    this.#deadlineMs = deadlineMs;
    const common = {
      connect: guardedConnector(exempt, resolve, ca),
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    };
    this.#fresh = new Agent({ ...common, pipelining: 0 });
    this.#kept = new Agent({
      ...common,
      pipelining: 1,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      factory: (origin, options) =>
        new Pool(origin, { ...options, factory: (url, its) => new KeptClient(url, its, lastMs) }),
    });
  }

  /** Posts, and never throws. @param signal ends it as `interrupted` */
  post({ url, headers, body }: DeliveryRequest, signal?: AbortSignal): Promise<AttemptResult> {
    const receiver = this.#findReceiver(url);
    if ('fault' in receiver) return Promise.resolve(failed(new UnsafeAddressError(receiver.fault)));
    const { origin, path } = receiver;
    return new Promise((report) => {
      const request: TracedRequest = { origin, path, method: 'POST', headers, body };
      const send = (agent: Agent, exchange: Exchange) => {
        try {
          agent.dispatch(request, exchange);
        } catch (error) {
          exchange.end(failed(error));
        }
      };
      const exchange = new Exchange({
        request,
        deadlineMs: this.#deadlineMs,
        signal,
        report,
        repeat: () => send(this.#fresh, exchange),
      });
      send(this.#kept, exchange);
    });
  }

  /** The check of a URL's text never changes; its addresses are checked at each connection. */
  #findReceiver(url: string): ReturnType<typeof readReceiverUrl> {
    const kept = this.#read.get(url);
    if (kept !== undefined) return kept;
    const receiver = this.#readUrl(url);
    this.#read.set(url, receiver);
    return receiver;
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all([this.#kept.destroy(), this.#fresh.destroy()]);
  }
}
