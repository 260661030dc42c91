import type { Agent, Dispatcher } from 'undici';
import { shownUrl } from '../../graph/model/shownUrl.ts';
import { type ExemptTargets, readReceiverUrl } from '../../graph/webhook/receiverUrl.ts';

const MOST_REDIRECTS = 5;

/** A failure that a retry does not mend. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export interface DownloadRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** Targets that need not be public. */
  readonly exempt: ExemptTargets;
  readonly signal: AbortSignal;
}

/** Requests an address and follows redirects; each address is checked like the first. @throws Refusal */
export async function requestDownload(
  agent: Agent,
  address: string,
  { headers, exempt, signal }: DownloadRequest,
): Promise<Dispatcher.ResponseData> {
  let url = address;
  for (let redirects = 0; ; redirects += 1) {
    const target = readReceiverUrl(url, exempt, 'taken');
    const named = redirects === 0 ? 'the URL' : `it redirects to ${shownUrl(url).slice(0, 200)}, which`;
    if ('fault' in target) throw new Refusal(`${named} ${target.fault}`);
    const answer = await agent.request({
      origin: target.origin,
      path: target.path,
      method: 'GET',
      signal,
      headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'anime-catalog' },
    });
    const location = single(answer.headers.location);
    if (![301, 302, 303, 307, 308].includes(answer.statusCode) || location === null) return answer;
    await answer.body.dump();
    if (redirects === MOST_REDIRECTS) throw new Refusal(`it redirects more than ${MOST_REDIRECTS} times`);
    url = URL.canParse(location, target.href) ? new URL(location, target.href).href : location;
  }
}

/** The first value of a header. */
export function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

/** The validators of a file, by which its server decides later whether it has changed. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Headers that are sent back: printable ASCII of a bounded length. */
const SENT_BACK = /^[\x20-\x7e]{1,1024}$/;

export function readValidators(headers: Dispatcher.ResponseData['headers']): Validators {
  return { etag: kept(headers.etag), lastModified: kept(headers['last-modified']) };
}

/** The headers that ask whether a file has changed. */
export function conditionalHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function kept(header: string | string[] | undefined): string | null {
  const value = single(header);
  return value !== null && SENT_BACK.test(value) ? value : null;
}
