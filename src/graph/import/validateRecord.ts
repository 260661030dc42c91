import type { z } from 'zod';
import { jsonPointer } from '../model/jsonPointer.ts';
import { isOneLine, oneLineOf } from '../model/values.ts';
import { type RejectedOutcome, rejected } from './outcome.ts';
import {
  type AnimeRecord,
  animeRecordSchema,
  type CatalogRecord,
  type EpisodeRecord,
  episodeRecordSchema,
  NAMES_SOURCE,
  plainKey,
} from './record.ts';

export type Validation =
  | { readonly ok: true; readonly record: CatalogRecord; readonly ignoredMembers: number }
  | { readonly ok: false; readonly rejection: RejectedOutcome };

/**
 * Reads one line of the `catalog` format. Unknown members are dropped and further titles brought to one line, both
 * counted; anything else that is wrong rejects the record and names its member.
 */
export function validateRecord(value: unknown): Validation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, rejection: rejected(null, 'must be a JSON object of type "anime" or "episode"') };
  }
  const { type } = value as { type?: unknown };
  if (type !== 'anime' && type !== 'episode') {
    return { ok: false, rejection: rejected('/type', 'type must be "anime" or "episode"') };
  }
  const checked =
    type === 'anime' ? check<AnimeRecord>(animeRecordSchema, value) : check<EpisodeRecord>(episodeRecordSchema, value);
  if (!checked.ok) return checked;
  const { record } = checked;
  const beyond = record.source === NAMES_SOURCE ? beyondNames(record) : null;
  if (beyond !== null) {
    const reason = `${beyond}: the source ${NAMES_SOURCE} states the titles and externalIds of anime alone`;
    return { ok: false, rejection: rejected(`/${beyond}`, reason) };
  }
  return record.type === 'anime' ? { ...checked, record: { ...record, ...plainKey(record) } } : checked;
}

/** A member that no record of further names has; anybody could state it with the trust that this source has. */
function beyondNames(record: CatalogRecord): string | null {
  if (record.type === 'episode') return 'type';
  return Object.keys(record).find((member) => !NAMED.includes(member)) ?? null;
}

const NAMED = ['type', 'source', 'sourceId', 'titles', 'externalIds'];

function check<R extends CatalogRecord>(schema: z.ZodObject & z.ZodType<R>, sent: object): Validation {
  const { value, cleaned } = withTitlesOfOneLine(sent);
  const result = schema.safeParse(value);
  if (!result.success) {
    const { name, message, pointer } = firstFault(result.error);
    return { ok: false, rejection: rejected(pointer, `${name ?? 'the record'} ${message}`) };
  }
  const unknown = Object.keys(value).filter((member) => !(member in schema.shape));
  return { ok: true, record: result.data, ignoredMembers: cleaned + unknown.length };
}

/**
 * The first member that zod refuses (null: the whole value), a message that can follow its name, and its JSON pointer.
 */
export function firstFault({ issues: [issue] }: z.ZodError) {
  const path = issue?.path ?? [];
  // The reason why the name of a member is refused lies one level deeper.
  const message = (issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message) ?? 'is invalid';
  return {
    name: path.length === 0 ? null : path.join('.'),
    message: message.replace(/^Invalid input: expected (\w+), received (\w+)$/, (_, expected, received) =>
      received === 'undefined' ? `is missing (expected ${expected})` : `must be ${expected}, not ${received}`,
    ),
    pointer: path.length === 0 ? null : jsonPointer(path),
  };
}

/**
 * Control characters that a converter left in a synonym do not cost the whole record. The preferred title stands in
 * every list, so there they are refused and reported.
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
