import type { AnimeFormat, AnimeStatus, Season } from '../../src/graph/model/vocabulary.ts';
import { WEEKDAYS } from '../../src/graph/model/vocabulary.ts';
import { integer, pick, type Random, seededRandom } from '../seededRandom.ts';

export const GENRES = 21;
/** Of which the filters are measured; the others have a handful of anime each. */
export const MEASURED_STUDIOS = 1000;
export const EPISODE_COUNTS = [1, 12, 13, 24, 25, 26, 6, 2, 3, 4, 10, 11, 39, 50, 52, 100, 150, 500] as const;
export const YEARS = { from: 1960, to: 2026 } as const;

/** The attributes of one generated anime. */
export interface GeneratedAnime {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly format: AnimeFormat;
  readonly status: AnimeStatus;
  readonly year: number | null;
  readonly season: Season | null;
  /** ISO 8601. */
  readonly startDate: string | null;
  readonly episodeCount: number | null;
  readonly isAdult: boolean | null;
  readonly weekday: string | null;
  /** From 0, the most common first. */
  readonly genres: readonly number[];
  readonly studios: readonly number[];
  readonly titles: number;
  readonly episodes: number;
  readonly updatedAt: Date;
}

const WORDS = ['Aoi', 'Boku', 'Chika', 'Densetsu', 'Eien', 'Fuyu', 'Gensou', 'Hoshi', 'Inu', 'Jikan', 'Kaze', 'Mahou'];
const FORMATS: readonly (readonly [AnimeFormat, number])[] = [
  ...([
    ['tv', 0.3],
    ['movie', 0.15],
    ['ova', 0.15],
    ['ona', 0.2],
    ['special', 0.12],
    ['music', 0.07],
  ] as const),
  ['unknown', 0.01],
];
const STATUSES: readonly (readonly [AnimeStatus, number])[] = [
  ...([
    ['finished', 0.88],
    ['unknown', 0.08],
    ['airing', 0.02],
  ] as const),
  ['announced', 0.02],
];

export function studiosOf(anime: number): number {
  return Math.max(MEASURED_STUDIOS, Math.round(anime / 30));
}

/**
 * The anime of this number in a catalogue of so many, the same in every run. As in real ones: announced anime have no season
 * but fall and are of the last year, so that pairs of common filters find nothing; few genres and studios have most anime.
 */
export function generatedAnime(number: number, anime: number): GeneratedAnime {
  const random = seededRandom(Math.imul(number, 0x9e3779b1));
  // The generator's first number depends on its seed too plainly.
  random();
  const status = weighted(random, STATUSES);
  const format = weighted(random, FORMATS);
  const year = yearOf(random, status);
  const month = integer(random, 1, 12);
  const seasonOfMonth = (['winter', 'spring', 'summer', 'fall'] as const)[Math.floor((month - 1) / 3)] ?? 'winter';
  const hasSeason =
    year !== null && (status === 'announced' ? seasonOfMonth === 'fall' && random() < 0.2 : random() < 0.7);
  const episodeCount =
    random() < 0.05 ? null : format === 'movie' ? 1 : EPISODE_COUNTS[skewed(random, EPISODE_COUNTS.length)];
  const adult = random();
  return {
    number,
    title: `${pick(random, WORDS)} ${pick(random, WORDS)} ${Math.floor(random() * 1e9).toString(36)} ${number}`,
    format,
    status,
    year,
    season: hasSeason ? seasonOfMonth : null,
    startDate: year === null ? null : `${year}-${two(month)}-${two(integer(random, 1, 28))}`,
    episodeCount: episodeCount ?? null,
    isAdult: adult < 0.1 ? null : adult < 0.14,
    weekday: status === 'airing' && random() < 0.8 ? pick(random, WEEKDAYS) : null,
    genres: distinct(integer(random, 1, 5), () => skewed(random, GENRES)),
    studios: distinct(integer(random, 0, 2), () => skewed(random, studiosOf(anime))),
    titles: integer(random, 1, 5),
    // Ten on the average.
    episodes: status === 'announced' ? 0 : integer(random, 0, 20),
    // What airs or is announced changed last, the rest at random.
    updatedAt: new Date(Date.UTC(2025, 0, 1) + (status === 'finished' ? random() : 1 + random() * 0.05) * 3e10),
  };
}

function yearOf(random: Random, status: AnimeStatus): number | null {
  if (random() < 0.05) return null;
  if (status === 'announced' || status === 'airing') return YEARS.to;
  return YEARS.to - skewed(random, YEARS.to - YEARS.from + 1);
}

/** An index below `count`, the lower the likelier. */
function skewed(random: Random, count: number): number {
  return Math.floor(count * random() ** 3);
}

function weighted<T>(random: Random, values: readonly (readonly [T, number])[]): T {
  let left = random();
  for (const [value, share] of values) {
    left -= share;
    if (left < 0) return value;
  }
  return (values[0] as readonly [T, number])[0];
}

function distinct(count: number, draw: () => number): number[] {
  return [...new Set(Array.from({ length: count }, draw))];
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
