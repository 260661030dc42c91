import { z } from 'zod';
import { parseCalendarDate, parseInstant } from '../model/time.ts';
import { ANIME_FORMATS, ANIME_STATUSES, EPISODE_STATUSES, SEASONS, TITLE_KINDS } from '../model/vocabulary.ts';

/** PostgreSQL's text holds neither NUL nor half a surrogate pair; a control character in a title is a broken source. */
const text = (longest: number) =>
  z
    .string()
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    .refine((value) => value.length <= longest, { error: `must have at most ${longest} characters` })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .refine((value) => value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value), {
      error: 'must have no control character and no lone surrogate',
    });

/** The pseudo-source of review decisions; it stands above every other (design.md 4). */
export const REVIEW_SOURCE = 'review';

/** The largest episode number. The column holds more, for numbers on their way (writeEpisodes). */
export const LARGEST_NUMBER = 89_999.99;

/** A title longer than this breaks PostgreSQL's index on it (2,704 bytes a row). */
export const LONGEST_TITLE = 600;

const date = z.string().refine((value) => parseCalendarDate(value) !== null, {
  error: 'must be a calendar date of the form yyyy-MM-dd, e.g. 2013-04-06',
});

const instant = z
  .string()
  .refine((value) => parseInstant(value) !== null, {
    error: 'must be an RFC 3339 time with seconds and an offset, e.g. 2013-04-06T16:58:00Z',
  })
  .transform((value) => parseInstant(value)?.toISOString() ?? value);

const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const wholeNumber = (most: number) =>
  z
    .int({ error: `must be a whole number from 0 to ${most}` })
    .min(0)
    .max(most, { error: `must be at most ${most}` });

const sourceName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, { error: 'must be a source name: lower-case letters, digits, dot, hyphen' })
  .refine((name) => name !== REVIEW_SOURCE, { error: `is reserved: "${REVIEW_SOURCE}" holds what reviewers decided` });

const language = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, { error: 'must be a BCP 47 language tag, e.g. ja-Latn' });

const title = z.object({
  title: text(LONGEST_TITLE),
  language: language.nullish(),
  kind: oneOf(TITLE_KINDS).nullish(),
});

const image = z.object({
  url: z.httpUrl({ error: 'must be an http or https address' }).max(2000),
  width: wholeNumber(100_000).nullish(),
  height: wholeNumber(100_000).nullish(),
});

const site = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, {
  error: 'must be a site name: lower-case letters, digits, dot, hyphen',
});

const key = { source: sourceName, sourceId: text(200) };

/** An anime line of the `catalog` format (design.md 4). Absent = as this source said before; null = unknown. */
export const animeRecordSchema = z.object({
  type: z.literal('anime'),
  ...key,
  titles: z.array(title).min(1, { error: 'must name at least one title' }).optional(),
  format: oneOf(ANIME_FORMATS).nullish(),
  status: oneOf(ANIME_STATUSES).nullish(),
  startDate: date.nullish(),
  endDate: date.nullish(),
  year: z.int({ error: 'must be a year from 1900 to 2200' }).min(1900).max(2200).nullish(),
  season: oneOf(SEASONS).nullish(),
  episodes: wholeNumber(100_000).nullish(),
  genres: z.array(text(200)).optional(),
  studios: z.array(text(200)).optional(),
  externalIds: z.record(site, text(200)).optional(),
  synopsis: text(20_000).nullish(),
  images: z.array(image).optional(),
  durationMinutes: wholeNumber(100_000).nullish(),
  isAdult: z.boolean({ error: 'must be true or false' }).nullish(),
  popularity: z.number({ error: 'must be a number' }).nullish(),
});

/** An episode line of the `catalog` format. */
export const episodeRecordSchema = z.object({
  type: z.literal('episode'),
  ...key,
  anime: z.object(key).optional(),
  number: z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must be 0 or more' })
    .max(LARGEST_NUMBER, { error: `must be at most ${LARGEST_NUMBER}` })
    .refine((value) => Number(value.toFixed(2)) === value, {
      error: 'must have at most two decimal places',
    })
    .optional(),
  titles: z.array(title).optional(),
  status: oneOf(EPISODE_STATUSES).optional(),
  scheduledAt: instant.nullish(),
  releasedAt: instant.nullish(),
});

export type AnimeRecord = z.output<typeof animeRecordSchema>;
export type EpisodeRecord = z.output<typeof episodeRecordSchema>;
export type CatalogRecord = AnimeRecord | EpisodeRecord;
export type TitleRecord = z.output<typeof title>;
export type RecordKey = z.output<z.ZodObject<typeof key>>;
