import type { z } from 'zod';
import { isOneLine, oneLineOf } from '../model/values.ts';
import { phraseMessage } from './phraseMessage.ts';
import {
  type AnimeRecord,
  animeRecordSchema,
  type CatalogRecord,
  type EpisodeRecord,
  episodeRecordSchema,
} from './record.ts';

/** A broken record: what is wrong, where, and what would be right. */
export interface Rejection {
  readonly reason: string;
  /** JSON pointer (RFC 6901) of the member at fault; null for the record as a whole. */
  readonly pointer: string | null;
}

export type Validation =
  | { readonly ok: true; readonly record: CatalogRecord; readonly ignoredMembers: number }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * Reads one line of the `catalog` format. Unknown members are dropped and further titles brought to one line, both counted; anything else
 * that is wrong names its member.
 */
export function validateRecord(value: unknown): Validation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return reject('must be a JSON object of type "anime" or "episode"', null);
  }
  const type = (value as { type?: unknown }).type;
  if (type === 'anime') return check<AnimeRecord>(animeRecordSchema, value);
  if (type === 'episode') return check<EpisodeRecord>(episodeRecordSchema, value);
  return reject('type must be "anime" or "episode"', '/type');
}

function check<R extends CatalogRecord>(schema: z.ZodObject & z.ZodType<R>, sent: object): Validation {
  const { value, cleaned } = withTitlesOfOneLine(sent);
  const result = schema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const path = issue?.path ?? [];
    const name = path.length === 0 ? 'the record' : path.join('.');
    // What is wrong with the name of a member lies below it.
    const message = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
    return reject(`${name} ${phraseMessage(message ?? 'is invalid')}`, path.length === 0 ? null : pointer(path));
  }
  let ignoredMembers = cleaned;
  for (const member in value) if (!(member in schema.shape)) ignoredMembers += 1;
  return { ok: true, record: result.data, ignoredMembers };
}

/**
 * A control character that a converter has left in a synonym is no reason to lose the work. The preferred title stands in every list, so
 * its supplier is told.
 */
function withTitlesOfOneLine(sent: object): { readonly value: object; readonly cleaned: number } {
  const { titles } = sent as { titles?: unknown };
  if (!Array.isArray(titles)) return { value: sent, cleaned: 0 };
  let cleaned = 0;
  const lines = titles.map((title: unknown, index) => {
    if (index === 0 || typeof title !== 'object' || title === null || !('title' in title)) return title;
    const text = title.title;
    if (typeof text !== 'string' || !text.isWellFormed() || isOneLine(text)) return title;
    cleaned += 1;
    return { ...title, title: oneLineOf(text) };
  });
  return { value: { ...sent, titles: lines }, cleaned };
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function reject(reason: string, at: string | null): Validation {
  return { ok: false, rejection: { reason, pointer: at } };
}
