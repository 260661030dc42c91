import type { Database } from '../../database/database.ts';
import type { AnimeFilter } from '../generated/resolvers.ts';
import { CatalogError, invalidParameter } from '../model/errors.ts';
import { YEARS } from '../model/limits.ts';
import type { Bindings } from '../reading/keysetList.ts';

const MERGED_LEFT_OUT = 'a.merged_into_id IS NULL';

/** WHERE terms of the anime list over `anime a`; each combination of filters is one prepared statement. */
export function animeConditions(filter: AnimeFilter, bindings: Bindings): string[] {
  const conditions = [MERGED_LEFT_OUT];
  if (present(filter.year)) {
    if (filter.year < YEARS.from || filter.year > YEARS.to) {
      throw invalidParameter('year', `a year from ${YEARS.from} to ${YEARS.to} is expected.`);
    }
    conditions.push(`a.year = ${bindings.add(filter.year, 'smallint')}`);
  }
  if (present(filter.season)) conditions.push(`a.season = ${bindings.add(filter.season, 'season')}`);
  if (present(filter.format)) conditions.push(formatCondition(filter.format, bindings));
  if (present(filter.status)) conditions.push(`a.status = ${bindings.add(filter.status, 'anime_status')}`);
  for (const term of ['genre', 'studio'] as const) {
    const slug = filter[term];
    if (present(slug)) conditions.push(termCondition(term, slug, bindings));
  }
  return conditions;
}

/** WHERE term for a format, over `anime a`. */
export function formatCondition(format: string, bindings: Bindings): string {
  return `a.format = ${bindings.add(format, 'anime_format')}`;
}

/** @throws CatalogError `invalid_parameter` for a slug of no genre or studio, so that a typo is no empty page */
export async function checkTerms({ client }: Pick<Database, 'client'>, { genre, studio }: AnimeFilter): Promise<void> {
  if (present(genre) && (await client.genre.count({ where: { slug: genre } })) === 0) throw unknownTerm('genre');
  if (present(studio) && (await client.studio.count({ where: { slug: studio } })) === 0) throw unknownTerm('studio');
}

function termCondition(term: 'genre' | 'studio', slug: string, bindings: Bindings): string {
  // PostgreSQL's text cannot hold NUL: no slug contains one.
  if (slug.includes('\0')) throw unknownTerm(term);
  const id = `(SELECT id FROM ${term} WHERE slug = ${bindings.add(slug, 'text')})`;
  return `EXISTS (SELECT FROM anime_${term} l WHERE l.${term}_id = ${id} AND l.anime_id = a.id)`;
}

function unknownTerm(term: 'genre' | 'studio'): CatalogError {
  return new CatalogError(
    'invalid_parameter',
    `${term}: there is no ${term} with this slug; the list of ${term}s has them.`,
    {
      parameter: term,
    },
  );
}

function present<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
