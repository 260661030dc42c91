import type { Dispatcher } from 'undici';
import { single } from './downloadRequest.ts';

/** The validators of a file, by which its server can tell later whether it has changed. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

type Headers = Dispatcher.ResponseData['headers'];

/** Headers that are sent back: printable ASCII of a bounded length. */
const SENT_BACK = /^[\x20-\x7e]{1,1024}$/;

export function validatorsOf(headers: Headers): Validators {
  return { etag: kept(headers.etag), lastModified: kept(headers['last-modified']) };
}

/** The headers that ask whether a file has changed. */
export function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function kept(header: string | string[] | undefined): string | null {
  const value = single(header);
  return value !== null && SENT_BACK.test(value) ? value : null;
}
