import type { AnimeFilter } from '../../src/graph/generated/resolvers.ts';
import { ANIME_FORMATS, ANIME_STATUSES, SEASONS, WEEKDAYS } from '../../src/graph/model/vocabulary.ts';
import {
  EPISODE_COUNTS,
  GENRES,
  type GeneratedAnime,
  generatedAnime,
  MEASURED_STUDIOS,
  YEARS,
} from './generatedAnime.ts';
import { genreSlug, studioSlug } from './generatedRows.ts';

/** How many anime a choice finds: the most of its filters, the fewest but some, as many as cost the most, none. */
type ChoiceKind = 'common' | 'middle' | 'rare' | 'none';

/** Values of one or two filters, and how many anime have them. */
export interface FilterChoice {
  readonly filters: readonly string[];
  readonly kind: ChoiceKind;
  readonly filter: AnimeFilter;
  readonly hits: number;
}

/** A value of a filter that anime can have. */
interface FilterValue {
  readonly name: string;
  readonly filter: AnimeFilter;
}

const DECADES = [1960, 1970, 1980, 1990, 2000, 2010, 2020] as const;

/** Every measured value; `valuesOf` answers with places in it. */
const VALUES: readonly FilterValue[] = [
  ...Array.from({ length: YEARS.to - YEARS.from + 1 }, (_, n) => ({ name: 'year', filter: { year: YEARS.from + n } })),
  ...SEASONS.map((season) => ({ name: 'season', filter: { season: [season] } })),
  ...ANIME_FORMATS.map((format) => ({ name: 'format', filter: { format: [format] } })),
  ...ANIME_STATUSES.map((status) => ({ name: 'status', filter: { status: [status] } })),
  ...Array.from({ length: GENRES }, (_, n) => ({ name: 'genre', filter: { genre: [genreSlug(n)] } })),
  ...Array.from({ length: MEASURED_STUDIOS }, (_, n) => ({ name: 'studio', filter: { studio: [studioSlug(n)] } })),
  ...[true, false, null].map((isAdult) => ({ name: 'isAdult', filter: { isAdult: [isAdult] } })),
  ...WEEKDAYS.map((weekday) => ({ name: 'airing', filter: { airing: [weekday] } })),
  ...DECADES.map((year) => startDates(`${year}-01-01`, `${year + 9}-12-31`)),
  ...Array.from({ length: YEARS.to - YEARS.from + 1 }, (_, n) =>
    startDates(`${YEARS.from + n}-04-04`, `${YEARS.from + n}-04-13`),
  ),
  ...EPISODE_COUNTS.map((count) => ({ name: 'episodes', filter: { episodes: { from: count, to: count } } })),
];
const PLACES = new Map(VALUES.map(({ filter }, place) => [JSON.stringify(filter), place]));

export const FILTERS: readonly string[] = [...new Set(VALUES.map(({ name }) => name))];

/** Values of each filter and each pair of filters, by how many of the generated anime have them. */
export function filterChoices(anime: number): FilterChoice[] {
  const size = VALUES.length;
  const counts = new Int32Array(size * size);
  for (let number = 1; number <= anime; number += 1) {
    const places = valuesOf(generatedAnime(number, anime));
    // The lower place first; alone on the diagonal.
    for (let i = 0; i < places.length; i += 1)
      for (let j = i; j < places.length; j += 1)
        (counts[(places[i] as number) * size + (places[j] as number)] as number) += 1;
  }
  const count = (a: number, b: number) => counts[Math.min(a, b) * size + Math.max(a, b)] ?? 0;
  return FILTERS.flatMap((first, n) =>
    FILTERS.slice(n).flatMap((second) => {
      const pairs = placesOf(first).flatMap((a) =>
        first === second ? [[a, a] as const] : placesOf(second).map((b) => [a, b] as const),
      );
      const found = pairs.map(([a, b]) => ({ a, b, hits: count(a, b), rarer: Math.min(count(a, a), count(b, b)) }));
      return chosen(found, anime).map(({ a, b, hits, kind }) => ({
        filters: first === second ? [first] : [first, second],
        filter: { ...VALUES[a]?.filter, ...VALUES[b]?.filter },
        ...{ kind, hits },
      }));
    }),
  );
}

interface Counted {
  readonly a: number;
  readonly b: number;
  readonly hits: number;
  /** Hits of the rarer of the two values alone: the more, the harder is what they have not in common. */
  readonly rarer: number;
}

function chosen(pairs: readonly Counted[], anime: number): (Counted & { readonly kind: ChoiceKind })[] {
  const best = (kind: ChoiceKind, among: readonly Counted[], worth: (pair: Counted) => number) => {
    const [first, ...others] = among;
    if (first === undefined) return [];
    return [{ kind, ...others.reduce((a, b) => (worth(b) > worth(a) ? b : a), first) }];
  };
  const found = pairs.filter(({ hits }) => hits > 0);
  // As many as are sorted at most, by pages of twenty anime: one more, and the order's index is read on, for long.
  const hardest = 3 * Math.sqrt(anime / 20);
  return [
    ...best('common', found, ({ hits }) => hits),
    ...best('middle', found, ({ hits }) => -Math.abs(Math.log(hits / hardest))),
    ...best('rare', found, ({ hits, rarer }) => -hits + rarer / (anime + 1)),
    ...best(
      'none',
      pairs.filter(({ hits, rarer }) => hits === 0 && rarer > 0),
      ({ rarer }) => rarer,
    ),
  ];
}

function placesOf(name: string): number[] {
  return VALUES.flatMap((value, place) => (value.name === name ? [place] : []));
}

/** In ascending order. */
function valuesOf(a: GeneratedAnime): number[] {
  const filters: AnimeFilter[] = [
    ...(a.year === null ? [] : [{ year: a.year }]),
    ...(a.season === null ? [] : [{ season: [a.season] }]),
    { format: [a.format] },
    { status: [a.status] },
    ...a.genres.map((genre) => ({ genre: [genreSlug(genre)] })),
    ...a.studios.filter((studio) => studio < MEASURED_STUDIOS).map((studio) => ({ studio: [studioSlug(studio)] })),
    { isAdult: [a.isAdult] },
    ...(a.weekday === null ? [] : [{ airing: [a.weekday] } as AnimeFilter]),
    ...datesOf(a.startDate),
    ...(a.episodeCount === null ? [] : [{ episodes: { from: a.episodeCount, to: a.episodeCount } }]),
  ];
  return filters.map((filter) => PLACES.get(JSON.stringify(filter)) ?? fail(filter)).sort((x, y) => x - y);
}

function datesOf(startDate: string | null): AnimeFilter[] {
  if (startDate === null) return [];
  const decade = `${startDate.slice(0, 3)}0`;
  const year = startDate.slice(0, 4);
  const inApril = startDate.slice(5) >= '04-04' && startDate.slice(5) <= '04-13';
  return [
    startDates(`${decade}-01-01`, `${Number(decade) + 9}-12-31`).filter,
    ...(inApril ? [startDates(`${year}-04-04`, `${year}-04-13`).filter] : []),
  ];
}

function startDates(from: string, to: string): FilterValue {
  return { name: 'startDate', filter: { startDate: { from, to } } };
}

function fail(filter: AnimeFilter): never {
  throw new Error(`no value that is measured: ${JSON.stringify(filter)}`);
}
