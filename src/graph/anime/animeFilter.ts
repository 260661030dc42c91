import type { Database } from '../../database/database.ts';
import type { AnimeFilter } from '../generated/resolvers.ts';
import { type CatalogError, invalidParameter } from '../model/errors.ts';
import { MOST_TERMS, YEARS } from '../model/limits.ts';
import { WEEKDAYS } from '../model/vocabulary.ts';
import type { ListFilter } from '../reading/entityList.ts';
import type { Bindings } from '../reading/keysetList.ts';
import type { FilterTerm } from './filterTerm.ts';
import { episodeCountTerms, startDateTerms } from './rangeTerms.ts';

const MERGED_LEFT_OUT = 'a.merged_into_id IS NULL';

const TERMS = ['genre', 'studio'] as const;
type Term = (typeof TERMS)[number];

/** The rows of a list of anime. */
export interface FilteredAnime {
  readonly conditions: readonly string[];
  /** Null where nothing is filtered. */
  readonly filter: ListFilter | null;
}

/**
 * The rows of a filter over `anime a`; each combination of filters is one prepared statement. An empty list of values
 * filters nothing.
 * @throws CatalogError `invalid_parameter`
 */
export function filteredAnime(filter: AnimeFilter, bindings: Bindings): FilteredAnime {
  checkFilter(filter);
  const { year, startDate, episodes } = filter;
  const terms: readonly FilterTerm[] = [
    ...(year == null ? [] : [equal('a.year', [year], 'smallint', bindings)]),
    ...oneOf('a.season', 'season', filter.season, bindings),
    ...oneOf('a.format', 'anime_format', filter.format, bindings),
    ...statusTerms(filter.status, bindings),
    ...allGenres(distinct(filter.genre), bindings),
    ...oneStudio(distinct(filter.studio), bindings),
    ...adultTerms(filter.isAdult ?? []),
    ...airingTerms(distinct(filter.airing), bindings),
    ...startDateTerms(startDate, bindings),
    ...episodeCountTerms(episodes, bindings),
  ];
  const conditions = [MERGED_LEFT_OUT];
  if (terms.length === 0) return { conditions, filter: null };
  return {
    conditions,
    filter: {
      conditions: terms.map(({ condition }) => condition),
      covered: terms.flatMap(({ condition, covered }) => covered ?? [condition]),
      leading: terms.flatMap(({ leading }) => leading ?? []),
      hasSets: terms.some(({ ofSet }) => ofSet),
      hasSmallSets: terms.some(({ ofSet }) => ofSet === 'small'),
      facets: [MERGED_LEFT_OUT, ...terms.map(({ facets }) => facets)],
    },
  };
}

/** WHERE terms for formats, over `anime a`. */
export function formatConditions(formats: readonly string[] | null | undefined, bindings: Bindings): string[] {
  return oneOf('a.format', 'anime_format', formats, bindings).map(({ condition }) => condition);
}

/** @throws CatalogError `invalid_parameter` for a value that no anime can have, or an empty range */
export function checkFilter(filter: AnimeFilter): void {
  const { year, startDate, episodes } = filter;
  if (year != null && (year < YEARS.from || year > YEARS.to)) {
    throw invalidParameter('year', `a year from ${YEARS.from} to ${YEARS.to} is expected.`);
  }
  for (const term of TERMS) {
    const slugs = distinct(filter[term]);
    if (slugs.length > MOST_TERMS) throw invalidParameter(term, `at most ${MOST_TERMS} slugs are expected.`);
    // PostgreSQL's text holds neither NUL nor lone surrogates: no slug has them.
    if (slugs.some((slug) => slug.includes('\0') || /\p{Surrogate}/u.test(slug))) throw unknownTerm(term);
  }
  for (const [name, range] of Object.entries({ startDate, episodes })) {
    if (range?.from != null && range.to != null && range.from > range.to) {
      throw invalidParameter(name, 'the range ends before it begins.');
    }
  }
}

/** @throws CatalogError `invalid_parameter` for a slug of no genre or studio, so that a typo is no empty page */
export async function checkTerms({ client }: Pick<Database, 'client'>, filter: AnimeFilter): Promise<void> {
  const genres = distinct(filter.genre);
  const studios = distinct(filter.studio);
  const known = (slugs: string[]) => ({ where: { slug: { in: slugs } } });
  if (genres.length > 0 && (await client.genre.count(known(genres))) < genres.length) throw unknownTerm('genre');
  if (studios.length > 0 && (await client.studio.count(known(studios))) < studios.length) throw unknownTerm('studio');
}

/** Whether a result can be due to an unknown slug: an empty one, or one of a choice of studios. */
export function mayNameUnknownTerms({ studio }: AnimeFilter, isEmpty: boolean): boolean {
  return isEmpty || distinct(studio).length > 1;
}

function oneOf(
  column: string,
  type: string,
  values: readonly string[] | null | undefined,
  bindings: Bindings,
): FilterTerm[] {
  const wanted = distinct(values);
  return wanted.length === 0 ? [] : [equal(column, wanted, type, bindings)];
}

function equal(
  column: string,
  [first, ...others]: readonly (string | number)[],
  type: string,
  bindings: Bindings,
): FilterTerm {
  if (first !== undefined && others.length === 0) {
    const one = bindings.add(first, type);
    return { condition: `${column} = ${one}`, facets: `ARRAY[${column}] && ARRAY[${one}]` };
  }
  const wanted = bindings.add([first, ...others].map(String), `${type}[]`);
  return { condition: `${column} = ANY(${wanted})`, facets: `ARRAY[${column}] && ${wanted}` };
}

function statusTerms(statuses: AnimeFilter['status'], bindings: Bindings): FilterTerm[] {
  return oneOf('a.status', 'anime_status', statuses, bindings).map((term) => ({ ...term, leading: term.condition }));
}

function adultTerms(values: readonly (boolean | null)[]): FilterTerm[] {
  if (values.length === 0) return [];
  const wanted = [...new Set(values.map((value) => (value === null ? -1 : Number(value))))];
  // In words that an index compares, where there are any.
  const conditions = wanted.map((value) => `a.is_adult IS ${value === -1 ? 'NULL' : value === 1 ? 'TRUE' : 'FALSE'}`);
  return [
    {
      condition: `(${conditions.join(' OR ')})`,
      facets: `ARRAY[coalesce(a.is_adult::int, -1)] && '{${wanted.join()}}'::int[]`,
    },
  ];
}

const AIRING = `a.status = 'airing'`;

function airingTerms(weekdays: readonly string[], bindings: Bindings): FilterTerm[] {
  if (weekdays.length === 0) return [];
  const wanted = bindings.add(weekdays, 'text[]');
  const weekday = `CASE WHEN a.status = 'airing' THEN a.broadcast ->> 'weekday' END`;
  const numbers = bindings.add(
    weekdays.map((day) => String(FIRST_WEEKDAY + (WEEKDAYS as readonly string[]).indexOf(day))),
    'int[]',
  );
  return [
    {
      condition: `${weekday} = ANY(${wanted})`,
      covered: [AIRING, hasFacets(`&& ${numbers}`)],
      leading: AIRING,
      facets: `ARRAY[${weekday}] && ${wanted}`,
    },
  ];
}

/** Of Monday in `anime.facets`. */
const FIRST_WEEKDAY = 2 ** 30 + 1;

/**
 * Whether the index of an order may hold anime with these facets: of an anime with too many it has none. In a CASE, for
 * which the planner expects half of the rows: of few it would read and sort the table before it was vacuumed.
 */
function hasFacets(condition: string): string {
  return `CASE WHEN a.facets IS NULL OR a.facets ${condition} THEN true ELSE false END`;
}

function allGenres(slugs: readonly string[], bindings: Bindings): FilterTerm[] {
  if (slugs.length === 0) return [];
  // Of an unknown one the number is NULL, which no anime has.
  const numbers = slugs.map((slug) => `(SELECT number FROM genre WHERE slug = ${bindings.add(slug, 'text')})`);
  const wanted = `@> ARRAY[${numbers.join(', ')}]`;
  return [
    { condition: `a.terms ${wanted}`, covered: [hasFacets(wanted)], ofSet: 'large', facets: `a.terms ${wanted}` },
  ];
}

function oneStudio(slugs: readonly string[], bindings: Bindings): FilterTerm[] {
  if (slugs.length === 0) return [];
  const wanted = `&& ARRAY(SELECT number FROM studio WHERE slug = ANY(${bindings.add(slugs, 'text[]')}))`;
  return [
    { condition: `a.terms ${wanted}`, covered: [hasFacets(wanted)], ofSet: 'small', facets: `a.terms ${wanted}` },
  ];
}

function unknownTerm(term: Term): CatalogError {
  return invalidParameter(term, `there is no ${term} with this slug; the list of ${term}s has them.`);
}

function distinct(values: readonly string[] | null | undefined): string[] {
  return [...new Set(values ?? [])];
}
