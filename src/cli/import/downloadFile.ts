import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { errorMessage } from '../../base/errors.ts';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import type { ExemptTargets } from '../../graph/webhook/receiverUrl.ts';
import { classifyError } from '../../webhooks/client/attemptError.ts';
import { guardedConnector } from '../../webhooks/client/guardedConnector.ts';
import { dnsResolver } from '../../webhooks/client/resolveHost.ts';
import { CommandFailure } from '../failures.ts';
import {
  conditionalHeaders,
  Refusal,
  readValidators,
  requestDownload,
  single,
  type Validators,
} from './downloadRequest.ts';

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
  /** Called at each interruption after which the download starts over. */
  readonly note: (text: string) => void;
  readonly limits?: Partial<DownloadLimits>;
  /** Authorities to trust, in PEM; default: Node's store and NODE_EXTRA_CA_CERTS. */
  readonly ca?: string;
}

/** Limits of a download, which the server cannot exceed. */
interface DownloadLimits {
  readonly bytes: number;
  /** In all, and without a byte, in milliseconds. */
  readonly totalMs: number;
  readonly silentMs: number;
  /** The first pause after an interruption; each further one doubles it. */
  readonly pauseMs: number;
}

const LIMITS: DownloadLimits = { bytes: 2 ** 30, totalMs: 30 * 60_000, silentMs: 30_000, pauseMs: 1_000 };
const ATTEMPTS = 5;

/**
 * Downloads an address into a file, from public addresses alone (guardedConnector), redirects included. An interrupted
 * download starts over.
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
  const signal = AbortSignal.any([options.stop, AbortSignal.timeout(limits.totalMs)]);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await download(url, path, agent, { ...options, limits, signal });
      } catch (error) {
        if (signal.aborted || !isPassing(error) || attempt === ATTEMPTS) throw error;
        options.note(`the download of ${shownUrl(url)} was interrupted (${errorMessage(error)}) and starts over.`);
        await sleep(limits.pauseMs * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  } catch (error) {
    const late = signal.aborted && !options.stop.aborted;
    const why = options.stop.aborted
      ? 'it was stopped'
      : late
        ? `it took longer than ${limits.totalMs / 1000} s`
        : errorMessage(error);
    throw new CommandFailure('download_failed', `${shownUrl(url)} could not be downloaded: ${why}`, { cause: error });
  } finally {
    await agent.destroy();
  }
}

interface Running extends DownloadOptions {
  readonly limits: DownloadLimits;
  readonly signal: AbortSignal;
}

async function download(
  url: string,
  path: string,
  agent: Agent,
  { known, exempt, signal, limits }: Running,
): Promise<DownloadedFile | null> {
  const headers = known === undefined ? {} : conditionalHeaders(known);
  const answer = await requestDownload(agent, url, { headers, exempt, signal });
  const { statusCode: status, body } = answer;
  if (status !== 200) {
    await body.dump();
    if (status === 304 && Object.keys(headers).length > 0) return null;
    const mayPass = status >= 500 || status === 429 || status === 408;
    throw new (mayPass ? Error : Refusal)(`the server answered with status ${status}`);
  }
  const checkSize = (bytes: number): void => {
    if (bytes > limits.bytes) throw new Refusal(`it has more than ${limits.bytes} bytes`);
  };
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    checkSize(statedLength(answer.headers));
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      checkSize(bytes);
      await file.appendFile(chunk).catch((error: unknown) => {
        throw new Refusal(`it cannot be kept in TMPDIR: ${errorMessage(error)}`);
      });
      hash.update(chunk);
    }
  } catch (error) {
    // undici emits an event at the end of an unread body.
    body.on('error', () => {}).destroy();
    throw error;
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex'), ...readValidators(answer.headers) };
}

type Headers = Awaited<ReturnType<typeof requestDownload>>['headers'];

/** 0 where chunks mark the end. @throws Refusal where nothing marks it, or for another coding */
function statedLength(headers: Headers): number {
  const encoding = single(headers['content-encoding']) ?? 'identity';
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase())) {
    throw new Refusal(`the server sent it as ${encoding.slice(0, 40)}, which was not asked for`);
  }
  const length = single(headers['content-length']);
  if (length === null && single(headers['transfer-encoding']) === null) {
    throw new Refusal('the server does not tell where it ends (Content-Length), so a part of it would pass for all');
  }
  return Number(length ?? 0);
}

/** Whether another attempt may succeed; errors of names, addresses, certificates and refusals do not pass. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Refusal) && !['dns', 'tls', 'unsafe_address'].includes(classifyError(error));
}
