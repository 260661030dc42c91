import type { Database } from '../../database/database.ts';
import type { AnimeFilter } from '../generated/resolvers.ts';
import { type CatalogError, invalidParameter } from '../model/errors.ts';
import { MOST_TERMS, YEARS } from '../model/limits.ts';
import type { Bindings } from '../reading/keysetList.ts';

const MERGED_LEFT_OUT = 'a.merged_into_id IS NULL';

const TERMS = ['genre', 'studio'] as const;
type Term = (typeof TERMS)[number];

/**
 * WHERE terms of the anime list over `anime a`; each combination of filters is one prepared statement. An empty list of
 * values filters nothing.
 * @throws CatalogError `invalid_parameter`
 */
export function animeConditions(filter: AnimeFilter, bindings: Bindings): string[] {
  checkFilter(filter);
  const { year, startDate, episodes } = filter;
  const conditions = [MERGED_LEFT_OUT];
  if (year != null) conditions.push(`a.year = ${bindings.add(year, 'smallint')}`);
  conditions.push(
    ...oneOf('a.season', 'season', filter.season, bindings),
    ...formatConditions(filter.format, bindings),
    ...oneOf('a.status', 'anime_status', filter.status, bindings),
    ...distinct(filter.genre).map((slug) => linked('genre', `= ${idsOf('genre', slug, bindings)}`)),
    ...oneStudio(distinct(filter.studio), bindings),
    ...adultConditions(filter.isAdult ?? []),
    ...airingConditions(filter.airing, bindings),
  );
  if (startDate?.from != null) conditions.push(`a.start_date >= ${bindings.add(startDate.from, 'date')}`);
  if (startDate?.to != null) conditions.push(`a.start_date <= ${bindings.add(startDate.to, 'date')}`);
  if (episodes?.from != null) conditions.push(`a.episode_count >= ${bindings.add(episodes.from, 'int')}`);
  if (episodes?.to != null) conditions.push(`a.episode_count <= ${bindings.add(episodes.to, 'int')}`);
  return conditions;
}

/** WHERE terms for formats, over `anime a`. */
export function formatConditions(formats: readonly string[] | null | undefined, bindings: Bindings): string[] {
  return oneOf('a.format', 'anime_format', formats, bindings);
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
): string[] {
  const [first, ...others] = distinct(values);
  if (first === undefined) return [];
  // Of one value an index on the column is in the order of the list.
  if (others.length === 0) return [`${column} = ${bindings.add(first, type)}`];
  return [`${column} = ANY(${bindings.add([first, ...others], `${type}[]`)})`];
}

function adultConditions(values: readonly (boolean | null)[]): string[] {
  if (values.length === 0) return [];
  const terms = [
    ...(values.includes(true) ? ['a.is_adult = true'] : []),
    ...(values.includes(false) ? ['a.is_adult = false'] : []),
    ...(values.includes(null) ? ['a.is_adult IS NULL'] : []),
  ];
  return [`(${terms.join(' OR ')})`];
}

/** The index anime_airing holds airing anime alone, and finds this text of the condition. */
function airingConditions(weekdays: AnimeFilter['airing'], bindings: Bindings): string[] {
  const conditions = oneOf(`(a.broadcast ->> 'weekday')`, 'text', weekdays, bindings);
  return conditions.length === 0 ? [] : [`a.status = 'airing'`, ...conditions];
}

function oneStudio(slugs: readonly string[], bindings: Bindings): string[] {
  const [first, ...others] = slugs;
  if (first === undefined) return [];
  if (others.length === 0) return [linked('studio', `= ${idsOf('studio', first, bindings)}`)];
  const ids = `(SELECT id FROM studio WHERE slug = ANY(${bindings.add(slugs, 'text[]')}))`;
  return [linked('studio', `= ANY(ARRAY${ids})`)];
}

function idsOf(term: Term, slug: string, bindings: Bindings): string {
  return `(SELECT id FROM ${term} WHERE slug = ${bindings.add(slug, 'text')})`;
}

function linked(term: Term, condition: string): string {
  return `EXISTS (SELECT FROM anime_${term} l WHERE l.${term}_id ${condition} AND l.anime_id = a.id)`;
}

function unknownTerm(term: Term): CatalogError {
  return invalidParameter(term, `there is no ${term} with this slug; the list of ${term}s has them.`);
}

function distinct(values: readonly string[] | null | undefined): string[] {
  return [...new Set(values ?? [])];
}
