import { z } from 'zod';
import { animeFields } from '../model/animeFields.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { recordMembers } from '../model/field.ts';
import { LONGEST_TERM, LONGEST_TITLE, MOST_RELATIONS, SOURCE_NAME } from '../model/limits.ts';
import { lineOf, oneOf, webAddress, wholeNumber } from '../model/values.ts';
import { plainId, RELATION_TYPES, TITLE_KINDS } from '../model/vocabulary.ts';

/** The pseudo-source of review decisions; it outranks every other source (docs/decisions.md#canonical-value). */
export const REVIEW_SOURCE = 'review';

/**
 * The pseudo-source of entities that were made by hand before a source stated them; every other source outranks it
 * (handMadeAnime).
 */
export const HAND_SOURCE = 'by-hand';

/** The source of further names alone, approved and last in rank: its records make no anime. */
export const NAMES_SOURCE = 'names';

/** Names under which the catalogue itself keeps records, and what these hold. */
export const RESERVED_SOURCES: ReadonlyMap<string, string> = new Map([
  [REVIEW_SOURCE, 'what reviewers decided'],
  [HAND_SOURCE, 'what was made by hand'],
]);

export function isSourceName(name: string): boolean {
  return SOURCE_NAME.test(name) && !RESERVED_SOURCES.has(name);
}

const sourceName = z
  .string()
  .regex(SOURCE_NAME, { error: 'must be a source name: lower-case letters, digits, dot, hyphen' })
  .refine((name) => !RESERVED_SOURCES.has(name), {
    error: ({ input }) => `is reserved: "${input}" holds ${RESERVED_SOURCES.get(String(input))}`,
  });

const language = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'must be a BCP 47 language tag, e.g. ja-Latn' });

export const titleRecordSchema = z.object({
  title: lineOf(LONGEST_TITLE),
  language: language.nullish(),
  kind: oneOf(TITLE_KINDS).nullish(),
});

const image = z.object({
  url: webAddress,
  width: wholeNumber(100_000).nullish(),
  height: wholeNumber(100_000).nullish(),
});

export const siteName = z.string().regex(SOURCE_NAME, {
  error: 'must be a site name: lower-case letters, digits, dot, hyphen',
});

/** Characters of an id at a source. */
export const LONGEST_SOURCE_ID = 200;

const key = { source: sourceName, sourceId: lineOf(LONGEST_SOURCE_ID) };

const animeKey = z.object(key).transform(plainKey);

const relation = z.object({ type: oneOf(RELATION_TYPES), anime: animeKey });

/** A list of `{site, id}`, as dumps have it, states the first id at each site. */
function firstOfEachSite(sent: unknown): unknown {
  if (!Array.isArray(sent)) return sent;
  const entries = sent.map((it: unknown) =>
    typeof it === 'object' && it !== null && 'site' in it && 'id' in it ? ([String(it.site), it.id] as const) : null,
  );
  return entries.includes(null) ? sent : Object.fromEntries(entries.filter((it) => it !== null).reverse());
}

/**
 * An anime line of the `catalog` format (docs/import.md#catalog). An absent member is as this source stated
 * before; null is unknown.
 */
export const animeRecordSchema = z.object({
  type: z.literal('anime'),
  ...key,
  ...recordMembers(animeFields),
  titles: z.array(titleRecordSchema).min(1, { error: 'must name at least one title' }).optional(),
  genres: z.array(lineOf(LONGEST_TERM)).optional(),
  studios: z.array(lineOf(LONGEST_TERM)).optional(),
  externalIds: z.preprocess(
    firstOfEachSite,
    z
      .record(siteName, lineOf(200))
      .transform((ids) => Object.fromEntries(Object.entries(ids).map(([site, id]) => [site, plainId(site, id)])))
      .optional(),
  ),
  images: z.array(image).optional(),
  relations: z
    .array(relation)
    .max(MOST_RELATIONS.stated, { error: `must name at most ${MOST_RELATIONS.stated} anime` })
    .optional(),
});

/** An episode line of the `catalog` format. */
export const episodeRecordSchema = z.object({
  type: z.literal('episode'),
  ...key,
  anime: animeKey.optional(),
  ...recordMembers(episodeFields),
  titles: z.array(titleRecordSchema).optional(),
});

export type AnimeRecord = z.output<typeof animeRecordSchema> & {
  /** The preferred title, only in reviewers' records: a source prefers the first of its titles. */
  readonly title?: TitleRecord | undefined;
};
export type EpisodeRecord = z.output<typeof episodeRecordSchema>;
export type CatalogRecord = AnimeRecord | EpisodeRecord;
export type TitleRecord = z.output<typeof titleRecordSchema>;
export type RecordKey = z.output<z.ZodObject<typeof key>>;

/** The key of an anime's record; at a site whose ids identify, the id as the site writes it. */
export function plainKey({ source, sourceId }: RecordKey): RecordKey {
  return { source, sourceId: plainId(source, sourceId) };
}

/** The record in a JSON column. @throws Error for any other value, which the service never stores */
export function storedRecord(value: unknown): CatalogRecord {
  if (!isRecord(value)) throw new Error('A stored record lacks its key.');
  return value;
}

function isRecord(value: unknown): value is CatalogRecord {
  return typeof value === 'object' && value !== null && 'type' in value && 'source' in value && 'sourceId' in value;
}

/** The key of a record among those of its type. */
export function keyOf({ source, sourceId }: RecordKey): string {
  return `${source}\u0000${sourceId}`;
}

/** The key of a record among all types. */
export function recordKey(record: Pick<CatalogRecord, 'type' | 'source' | 'sourceId'>): string {
  return `${record.type}\u0000${keyOf(record)}`;
}
