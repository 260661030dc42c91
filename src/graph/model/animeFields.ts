import type { Anime } from '../../database/generated/client.ts';
import { broadcastValue } from './broadcast.ts';
import type { FieldsOf } from './field.ts';
import { anyNumber, booleanValue, calendarDate, oneOf, textOf, webAddress, wholeNumber, year } from './values.ts';
import { ANIME_FORMATS, ANIME_STATUSES, SEASONS } from './vocabulary.ts';

/** Sources are merged in it, a reviewer decides it, readers see it; null: unknown. */
const shown = { unknown: null, merged: true, decided: true, served: true } as const;

/**
 * The single-valued fields of an anime. The record's schema, the merge of sources, the statements that read and write
 * the table, the comparison, a reviewer's difference and decisions derive from this table.
 *
 * Not in it, because each is merged and stored in a way of its own: titles (the first is the column `title` too),
 * genres, studios, external ids and images. CONTRIBUTING.md has the steps of adding a field.
 */
export const animeFields = {
  format: {
    column: 'format',
    type: 'anime_format',
    member: 'format',
    value: oneOf(ANIME_FORMATS),
    ...shown,
    unknown: 'unknown',
  },
  status: {
    column: 'status',
    type: 'anime_status',
    member: 'status',
    value: oneOf(ANIME_STATUSES),
    ...shown,
    unknown: 'unknown',
  },
  /** yyyy-MM-dd. */
  startDate: { column: 'start_date', type: 'date', member: 'startDate', value: calendarDate, ...shown },
  /** yyyy-MM-dd. */
  endDate: { column: 'end_date', type: 'date', member: 'endDate', value: calendarDate, ...shown },
  year: { column: 'year', type: 'smallint', member: 'year', value: year, ...shown },
  season: { column: 'season', type: 'season', member: 'season', value: oneOf(SEASONS), ...shown },
  episodeCount: { column: 'episode_count', type: 'integer', member: 'episodes', value: wholeNumber(100_000), ...shown },
  durationMinutes: {
    column: 'duration_minutes',
    type: 'integer',
    member: 'durationMinutes',
    value: wholeNumber(100_000),
    ...shown,
  },
  synopsis: { column: 'synopsis', type: 'text', member: 'synopsis', value: textOf(20_000), ...shown },
  isAdult: { column: 'is_adult', type: 'boolean', member: 'isAdult', value: booleanValue, ...shown },
  /** The regular slot in which it is, or was, broadcast first. */
  broadcast: { column: 'broadcast', type: 'jsonb', member: 'broadcast', value: broadcastValue, ...shown },
  /** The anime's own official site. */
  officialSite: { column: 'official_site', type: 'text', member: 'officialSite', value: webAddress, ...shown },
  /** Larger is more popular; breaks ties in search. */
  popularity: {
    column: 'popularity',
    type: 'double precision',
    member: 'popularity',
    value: anyNumber,
    unknown: null,
    merged: true,
    decided: false,
    served: false,
  },
} as const satisfies FieldsOf<Anime>;
