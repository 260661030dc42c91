import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { errorMessage } from '../../errors.ts';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import type { ExemptTargets } from '../../graph/webhook/receiverUrl.ts';
import { classifyError } from '../../webhooks/client/attemptError.ts';
import { guardedConnector } from '../../webhooks/client/guardedConnector.ts';
import { dnsResolver } from '../../webhooks/client/resolveHost.ts';
import { CommandFailure } from '../failures.ts';
import { Refusal, requestDownload, single } from './downloadRequest.ts';
import { byteValidatorOf, conditionsOf, partOf, type Validators, validatorsOf } from './validators.ts';

/** A downloaded file. */
export interface DownloadedFile extends Validators {
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface DownloadOptions {
  /** Of an earlier download, to ask the server whether the file has changed since. */
  readonly known?: Validators | undefined;
  /** Targets that need not be public: for development alone. */
  readonly exempt: ExemptTargets;
  readonly stop: AbortSignal;
  /** Called at each interruption after which the download continues. */
  readonly note: (text: string) => void;
  readonly limits?: Partial<DownloadLimits>;
  /** Authorities to trust, in PEM; default: Node's store and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string;
}

/** Limits of a download, whatever the server does. */
export interface DownloadLimits {
  readonly bytes: number;
  /** In all, and without a byte, in milliseconds. */
  readonly totalMs: number;
  readonly silentMs: number;
  /** The first pause after an interruption; each further one without a byte in between doubles it. */
  readonly pauseMs: number;
}

const LIMITS: DownloadLimits = { bytes: 2 ** 30, totalMs: 30 * 60_000, silentMs: 30_000, pauseMs: 1_000 };
/** The most attempts in a row without a byte. */
const MOST_BREAKS = 5;

/**
 * Downloads an address into a file, from public addresses alone (guardedConnector), redirects included. An interrupted
 * download continues where it was, as long as the server still has the same file (If-Range).
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
  const file = await open(path, 'a');
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
    throw new CommandFailure('download_failed', `${shownUrl(url)} could not be downloaded: ${why}`, { cause: error });
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
  /** The size of the whole file; null where the server did not state it. */
  #total: number | null = null;
  #hash: Hash = createHash('sha256');
  #validators: Validators = { etag: null, lastModified: null };
  /** The validator of the bytes that are there; null: they cannot be continued. */
  #byteValidator: string | null = null;

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
    const { signal, exempt, known } = this.#options;
    if (this.#byteValidator === null) this.#bytes = 0;
    const range = this.#bytes > 0 ? { range: `bytes=${this.#bytes}-`, 'if-range': this.#byteValidator ?? '' } : null;
    const conditions = range === null && known !== undefined ? conditionsOf(known) : {};
    const answer = await requestDownload(this.#agent, this.#url, {
      headers: { ...range, ...conditions },
      exempt,
      signal,
    });
    const { statusCode: status, headers, body } = answer;
    if (status !== 200 && status !== 206) {
      await body.dump();
      if (status === 304 && Object.keys(conditions).length > 0) return false;
      if (status === 416) this.#byteValidator = null;
      const mayPass = status >= 500 || status === 429 || status === 408 || status === 416;
      throw new (mayPass ? Error : Refusal)(`the server answered with status ${status}`);
    }
    try {
      if (status === 200) await this.#begin(headers);
      else this.#resume(headers);
      this.#checkSize(this.#total ?? 0);
      for await (const chunk of body as AsyncIterable<Buffer>) {
        this.#checkSize(this.#bytes + chunk.byteLength);
        await this.#write(chunk);
      }
    } catch (error) {
      // undici emits an event at the end of an unread body.
      body.on('error', () => {}).destroy();
      throw error;
    }
    // A server may send less than what was asked for.
    if (this.#bytes < (this.#total ?? 0)) throw new Error(`the server sent no more of ${this.#total} bytes`);
    return true;
  }

  async #begin(headers: Headers): Promise<void> {
    const encoding = single(headers['content-encoding']) ?? 'identity';
    if (!['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase())) {
      throw new Refusal(`the server sent it as ${encoding.slice(0, 40)}, which was not asked for`);
    }
    const length = single(headers['content-length']);
    if (length === null && single(headers['transfer-encoding']) === null) {
      throw new Refusal('the server does not tell where it ends (Content-Length), so a part of it would pass for all');
    }
    await this.#file.truncate(0);
    this.#bytes = 0;
    this.#total = length === null ? null : Number(length);
    this.#hash = createHash('sha256');
    this.#validators = validatorsOf(headers);
    this.#byteValidator = byteValidatorOf(headers);
  }

  /** Continues with a part. @throws Error for one that does not follow the bytes so far, or is of another file */
  #resume(headers: Headers): void {
    const part = partOf(headers);
    const { etag } = validatorsOf(headers);
    const isOther = etag !== null && etag !== this.#validators.etag;
    if (part === null || part.from !== this.#bytes || this.#byteValidator === null || isOther) {
      this.#byteValidator = null;
      throw new Error('the server sent another part than was asked for');
    }
    this.#total ??= part.total;
  }

  async #write(chunk: Buffer): Promise<void> {
    await this.#file.appendFile(chunk).catch((error: unknown) => {
      throw new Refusal(`it cannot be kept in TMPDIR: ${errorMessage(error)}`);
    });
    this.#hash.update(chunk);
    this.#bytes += chunk.byteLength;
  }

  #checkSize(bytes: number): void {
    const { limits } = this.#options;
    if (bytes > limits.bytes) throw new Refusal(`it has more than ${limits.bytes} bytes`);
  }
}

type Headers = Awaited<ReturnType<typeof requestDownload>>['headers'];

/** Whether another attempt may succeed; errors of names, addresses, certificates and refusals do not pass. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) && !['dns', 'tls', 'unsafe_address'].includes(classifyError(error));
}
