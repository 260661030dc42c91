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
/** A file that changes twice in a second keeps its date. */
const DATE_UNIT_MS = 1_000;

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

/**
 * The strong validator of an answer, so that parts may be combined (RFC 9110, 13.1.5): a strong tag, or without any tag
 * a date that is certainly older than the answer. Null: none.
 */
export function byteValidatorOf(headers: Headers): string | null {
  const { etag, lastModified } = validatorsOf(headers);
  if (single(headers.etag) !== null) return etag?.startsWith('W/') ? null : etag;
  const ageMs = Date.parse(single(headers.date) ?? '') - Date.parse(lastModified ?? '');
  return ageMs >= DATE_UNIT_MS ? lastModified : null;
}

/** The range of a 206: its first byte, and the size of the whole where stated. */
export function partOf(headers: Headers): { readonly from: number; readonly total: number | null } | null {
  const range = single(headers['content-range']) ?? '';
  const [, from, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(range) ?? [];
  return from === undefined ? null : { from: Number(from), total: total === '*' ? null : Number(total) };
}

function kept(header: string | string[] | undefined): string | null {
  const value = single(header);
  return value !== null && SENT_BACK.test(value) ? value : null;
}
