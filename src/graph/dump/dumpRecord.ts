import { z } from 'zod';
import { animeRecordSchema, episodeRecordSchema, siteName, titleRecordSchema } from '../import/record.ts';
import { MOST_RELATIONS } from '../model/limits.ts';
import { parseUuid } from '../model/uuid.ts';
import { instant, lineOf, oneOf } from '../model/values.ts';
import { RELATION_TYPES } from '../model/vocabulary.ts';

/** The version of the format (docs/dump.md#format), which rises when an older reader would restore something wrong. */
export const DUMP_VERSION = 1;

/** The source of a dump's records; their `sourceId` is the canonical identifier. */
export const DUMP_SOURCE = 'catalog';

const canonicalId = z
  .string()
  .refine((text) => parseUuid(text) !== null, { error: 'must be a UUID' })
  .transform((text) => text.toLowerCase());

const key = { source: z.literal(DUMP_SOURCE, { error: `must be "${DUMP_SOURCE}"` }), sourceId: canonicalId };

/** The facts of a canonical entity beside its value. */
const facts = {
  revision: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be 1 or more' })
    .max(2 ** 31 - 1),
  createdAt: instant,
  updatedAt: instant,
};

/** A genre or studio. `recordName` is the name in anime's records, where it was renamed by hand since. */
const dumpedTermSchema = z.object({
  type: z.enum(['genre', 'studio']),
  slug: lineOf(250),
  name: lineOf(200),
  recordName: lineOf(200).optional(),
});

/** An anime: a record of the `catalog` format and what its canonical entity has beside it. */
const dumpedAnimeSchema = animeRecordSchema.extend({
  ...key,
  titles: z.array(titleRecordSchema).min(1, { error: 'must name at least one title' }),
  externalIds: z.array(z.object({ site: siteName, id: lineOf(200) })).default([]),
  relations: z
    .array(z.object({ type: oneOf(RELATION_TYPES), anime: z.object(key) }))
    .max(MOST_RELATIONS.shown, { error: `must name at most ${MOST_RELATIONS.shown} anime` })
    .default([]),
  ...facts,
  /** As answers show it; a restore derives it from the titles. */
  principalTitles: z.unknown().optional(),
  /** Identifiers of anime that were merged into it. */
  mergedIds: z.array(canonicalId).default([]),
});

/** An episode. */
const dumpedEpisodeSchema = episodeRecordSchema.extend({
  ...key,
  anime: z.object(key),
  number: episodeRecordSchema.shape.number.unwrap(),
  status: episodeRecordSchema.shape.status.unwrap(),
  ...facts,
  /** Identifiers of episodes that became it. */
  endedIds: z.array(canonicalId).default([]),
});

/** The schema of a dump's records, by their type. */
export const dumpedSchemas = {
  genre: dumpedTermSchema,
  studio: dumpedTermSchema,
  anime: dumpedAnimeSchema,
  episode: dumpedEpisodeSchema,
} as const;

export type DumpedTerm = z.output<typeof dumpedTermSchema>;
export type DumpedAnime = z.output<typeof dumpedAnimeSchema>;
export type DumpedEpisode = z.output<typeof dumpedEpisodeSchema>;
export type DumpedRecord = DumpedTerm | DumpedAnime | DumpedEpisode;

/** The first line of a dump. */
export interface DumpHead {
  readonly type: 'dump';
  readonly version: typeof DUMP_VERSION;
  /** The instant of its snapshot. */
  readonly madeAt: string;
  /** Of the last event that the snapshot holds: a mirror reads the log after it. */
  readonly position: number;
  readonly anime: number;
  readonly episodes: number;
  /** The sources of the catalogue, with the licence where it is known. */
  readonly sources: readonly { readonly name: string; readonly licence: string | null }[];
}
