import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { errorMessage } from '../../errors.ts';
import { type ExemptTargets, readReceiverUrl } from '../../graph/webhook/receiverUrl.ts';
import { classifyError } from '../../webhooks/client/attemptError.ts';
import { guardedConnector } from '../../webhooks/client/guardedConnector.ts';
import { dnsResolver } from '../../webhooks/client/resolveHost.ts';
import { CommandFailure } from '../failures.ts';

/** What a server said of a file, by which it can tell later whether it has changed. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A file that has arrived. */
export interface DownloadedFile extends Validators {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface DownloadOptions {
  /** Of an earlier download: the server is asked whether the file has changed since. */
  readonly known?: Validators | undefined;
  /** Targets that need not be public: for development alone. */
  readonly exempt: ExemptTargets;
  readonly stop: AbortSignal;
  /** Told of each break after which it goes on. */
  readonly note: (text: string) => void;
  readonly limits?: Partial<DownloadLimits>;
  /** Authorities to trust, in PEM; default: Node's store and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string;
}

/** What a server can make a download take. */
export interface DownloadLimits {
  readonly bytes: number;
  /** In all, and without a byte, in milliseconds. */
  readonly totalMs: number;
  readonly silentMs: number;
  /** The first pause after a break; each without a byte in between doubles it. */
  readonly pauseMs: number;
}

const LIMITS: DownloadLimits = { bytes: 2 ** 30, totalMs: 30 * 60_000, silentMs: 30_000, pauseMs: 1_000 };
const MOST_REDIRECTS = 5;
/** Tries in a row that bring no byte. */
const MOST_BREAKS = 5;
/** Headers that are sent back: printable ASCII of a bounded length. */
const SENT_BACK = /^[\x20-\x7e]{1,1024}$/;

/** A failure after which another try is as bad. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * Downloads an address into a file, from public addresses alone (guardedConnector), redirects included. A download that
 * breaks off goes on where it was, as long as the server still has the same file (If-Range).
 * @returns null where the server says that the file is as `known`
 * @throws CommandFailure `download_failed`, one line
 */
export async function downloadFile(
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<DownloadedFile | null> {
  const limits = { ...LIMITS, ...options.limits };
  const agent = new Agent({
    connect: guardedConnector(options.exempt, dnsResolver(), options.ca),
    headersTimeout: limits.silentMs,
    bodyTimeout: limits.silentMs,
    allowH2: false,
  });
  const file = await open(path, 'w');
  const signal = AbortSignal.any([options.stop, AbortSignal.timeout(limits.totalMs)]);
  try {
    return await new Download(url, file, agent, { ...options, limits, signal }).run();
  } catch (error) {
    const late = signal.aborted && !options.stop.aborted;
    const why = options.stop.aborted
      ? 'it was stopped'
      : late
        ? `it took longer than ${limits.totalMs / 1000} s`
        : errorMessage(error);
    throw new CommandFailure('download_failed', `${url} could not be downloaded: ${why}`, { cause: error });
  } finally {
    await file.close();
    await agent.destroy();
  }
}

interface Running extends DownloadOptions {
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
}

class Download {
  readonly #url: string;
  readonly #file: FileHandle;
  readonly #agent: Agent;
  readonly #options: Running;
  #bytes = 0;
  #hash: Hash = createHash('sha256');
  #validators: Validators = { etag: null, lastModified: null };

  constructor(url: string, file: FileHandle, agent: Agent, options: Running) {
    this.#url = url;
    this.#file = file;
    this.#agent = agent;
    this.#options = options;
  }

  async run(): Promise<DownloadedFile | null> {
    const { limits, signal, note } = this.#options;
    for (let breaks = 0; ; ) {
      const before = this.#bytes;
      try {
        if (!(await this.#try())) return null;
        return { bytes: this.#bytes, sha256: this.#hash.digest('hex'), ...this.#validators };
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        breaks = this.#bytes > before ? 1 : breaks + 1;
        if (breaks >= MOST_BREAKS) throw error;
        note(`the download broke off after ${this.#bytes} bytes (${errorMessage(error)}) and is tried again`);
        await sleep(limits.pauseMs * 2 ** (breaks - 1), undefined, { signal });
      }
    }
  }

  /** @returns whether there was something to download */
  async #try(): Promise<boolean> {
    const answer = await this.#ask();
    const { statusCode: status, headers, body } = answer;
    if (status === 304 && this.#bytes === 0) {
      await body.dump();
      return false;
    }
    if (status === 416) this.#bytes = 0;
    if (status >= 500 || status === 429 || status === 408 || status === 416) {
      await body.dump();
      throw new Error(`the server answered with status ${status}`);
    }
    if (status !== 200 && status !== 206) {
      await body.dump();
      throw new Refusal(`the server answered with status ${status}`);
    }
    const encoding = single(headers['content-encoding']) ?? 'identity';
    if (!['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase())) {
      body.destroy();
      throw new Refusal(`the server sent it as ${encoding.slice(0, 40)}, which was not asked for`);
    }
    if (status === 200 || !this.#continues(single(headers['content-range']))) {
      if (status === 206) {
        body.destroy();
        this.#bytes = 0;
        throw new Error('the server sent another part than was asked for');
      }
      this.#begin(headers);
    }
    const announced = Number(single(headers['content-length']) ?? 0);
    this.#checkSize(this.#bytes + announced);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      this.#checkSize(this.#bytes + chunk.byteLength);
      await this.#file.write(chunk, 0, chunk.byteLength, this.#bytes);
      this.#hash.update(chunk);
      this.#bytes += chunk.byteLength;
    }
    await this.#file.truncate(this.#bytes);
    return true;
  }

  #begin(headers: Dispatcher.ResponseData['headers']): void {
    this.#bytes = 0;
    this.#hash = createHash('sha256');
    this.#validators = { etag: kept(headers.etag), lastModified: kept(headers['last-modified']) };
  }

  /** Follows redirects; each address is judged like the first. */
  async #ask(): Promise<Dispatcher.ResponseData> {
    const { signal, exempt } = this.#options;
    let url = this.#url;
    for (let redirects = 0; ; redirects += 1) {
      const target = readReceiverUrl(url, exempt, 'taken');
      const named = redirects === 0 ? 'the URL' : `it redirects to ${url.slice(0, 200)}, which`;
      if ('fault' in target) throw new Refusal(`${named} ${target.fault}`);
      const answer = await this.#agent.request({
        ...{ origin: target.origin, path: target.path, method: 'GET', signal },
        headers: this.#headers(),
      });
      const location = single(answer.headers.location);
      if (![301, 302, 303, 307, 308].includes(answer.statusCode) || location === null) return answer;
      await answer.body.dump();
      if (redirects === MOST_REDIRECTS) throw new Refusal(`it redirects more than ${MOST_REDIRECTS} times`);
      url = URL.canParse(location, target.href) ? new URL(location, target.href).href : location;
    }
  }

  #headers(): Record<string, string> {
    const { known } = this.#options;
    const common = { 'accept-encoding': 'identity', 'user-agent': 'anime-catalog' };
    const { etag, lastModified } = this.#bytes > 0 ? this.#validators : (known ?? this.#validators);
    if (this.#bytes > 0) {
      // A weak tag names no bytes (RFC 9110, 13.1.5).
      const same = etag?.startsWith('W/') ? null : etag;
      const ifRange = same ?? lastModified;
      if (ifRange !== null) return { ...common, range: `bytes=${this.#bytes}-`, 'if-range': ifRange };
      return common;
    }
    return {
      ...common,
      ...(etag !== null && { 'if-none-match': etag }),
      ...(lastModified !== null && { 'if-modified-since': lastModified }),
    };
  }

  /** Whether a part follows what is there. */
  #continues(range: string | null): boolean {
    return Number(/^bytes (\d{1,15})-/.exec(range ?? '')?.[1] ?? -1) === this.#bytes;
  }

  #checkSize(bytes: number): void {
    const { limits } = this.#options;
    if (bytes > limits.bytes) throw new Refusal(`it has more than ${limits.bytes} bytes`);
  }
}

/** Whether another try may end better: names, addresses, certificates and refusals stay as they are. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) && !['dns', 'tls', 'unsafe_address'].includes(classifyError(error));
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

function kept(header: string | string[] | undefined): string | null {
  const value = single(header);
  return value !== null && SENT_BACK.test(value) ? value : null;
}
