import { nearestOf } from '../../base/editDistance.ts';
import type { Prisma } from '../../database/generated/client.ts';
import type { AnimeFilter } from '../generated/resolvers.ts';
import { type CatalogError, invalidParameter } from '../model/errors.ts';
import { MOST_TERMS, YEARS } from '../model/limits.ts';
import type { AnimeFormat, AnimeStatus } from '../model/vocabulary.ts';
import type { Loaders } from '../reading/loaders.ts';
import { slugsLoader, type TermKind, termNumberLoader } from '../term/readTerms.ts';

const TERMS = ['genre', 'studio'] as const;

/**
 * The unmerged anime that a filter finds. An empty list of values filters nothing.
 * @throws CatalogError `invalid_parameter`
 */
export async function whereOf(loaders: Loaders, filter: AnimeFilter): Promise<Prisma.AnimeWhereInput> {
  const { genre, studio } = await termNumbers(loaders, filter);
  const { year, season, format, status, isAdult, airing, startDate, episodes } = filter;
  const where: Prisma.AnimeWhereInput = { mergedIntoId: null, ...ofFormats(format), ...ofStatuses(status) };
  if (year != null) where.year = year;
  if (season?.length) where.season = { in: [...season] };
  const conditions: Prisma.AnimeWhereInput[] = [];
  if (genre.length > 0) conditions.push({ terms: { hasEvery: genre } });
  if (studio.length > 0) conditions.push({ terms: { hasSome: studio } });
  // Null is no value that IN would find.
  if (isAdult?.length) conditions.push({ OR: [...new Set(isAdult)].map((value) => ({ isAdult: value })) });
  if (airing?.length) {
    const onDays = airing.map((day) => ({ broadcast: { path: ['weekday'], equals: day } }));
    conditions.push({ status: 'airing', OR: onDays });
  }
  conditions.push(...rangeOf('startDate', startDate, (date) => new Date(date)));
  conditions.push(...rangeOf('episodeCount', episodes, (count) => count));
  return conditions.length === 0 ? where : { ...where, AND: conditions };
}

/** The condition for formats; none without any. */
export function ofFormats(formats: readonly AnimeFormat[] | null | undefined): { format?: { in: AnimeFormat[] } } {
  return formats?.length ? { format: { in: [...formats] } } : {};
}

/** The condition for statuses; none without any. */
export function ofStatuses(statuses: readonly AnimeStatus[] | null | undefined): { status?: { in: AnimeStatus[] } } {
  return statuses?.length ? { status: { in: [...statuses] } } : {};
}

/**
 * Checks a filter, and resolves its genres and studios to their numbers in `Anime.terms`.
 * @throws CatalogError `invalid_parameter` for a value that no anime can have, an empty range, or a slug of no genre or
 * studio, so that a typo is no empty page
 */
export async function termNumbers(
  loaders: Loaders,
  filter: AnimeFilter,
): Promise<{ readonly [Term in TermKind]: number[] }> {
  checkFilter(filter);
  const numbersOf = async (term: TermKind) => {
    const slugs = [...new Set(filter[term])];
    const found = await Promise.all(
      slugs.map((slug) => (isText(slug) ? loaders.of(termNumberLoader).load({ term, slug }) : null)),
    );
    const unknown = slugs.find((_, at) => found[at] === null);
    if (unknown !== undefined) throw await unknownTerm(loaders, term, unknown);
    return found.filter((number) => number !== null);
  };
  const [genre, studio] = await Promise.all(TERMS.map(numbersOf));
  return { genre: genre ?? [], studio: studio ?? [] };
}

function checkFilter(filter: AnimeFilter): void {
  const { year, startDate, episodes } = filter;
  if (year != null && (year < YEARS.from || year > YEARS.to)) {
    throw invalidParameter('year', `a year from ${YEARS.from} to ${YEARS.to} is expected.`);
  }
  for (const term of TERMS) {
    const slugs = new Set(filter[term]);
    if (slugs.size > MOST_TERMS) throw invalidParameter(term, `at most ${MOST_TERMS} slugs are expected.`);
  }
  for (const [name, range] of Object.entries({ startDate, episodes })) {
    if (range?.from != null && range.to != null && range.from > range.to) {
      throw invalidParameter(name, 'the range ends before it begins.');
    }
  }
}

interface Range<Value> {
  readonly from?: Value | null | undefined;
  readonly to?: Value | null | undefined;
}

/** The condition for a range, both of whose ends are included. */
function rangeOf<Given, Value>(
  field: 'startDate' | 'episodeCount',
  range: Range<Given> | null | undefined,
  convert: (given: Given) => Value,
): { [field: string]: { gte?: Value; lte?: Value } }[] {
  const { from, to } = range ?? {};
  if (from == null && to == null) return [];
  return [{ [field]: { ...(from != null && { gte: convert(from) }), ...(to != null && { lte: convert(to) }) } }];
}

/** PostgreSQL's text holds neither NUL nor lone surrogates: no slug has them. */
function isText(slug: string): boolean {
  return !/\0|\p{Surrogate}/u.test(slug);
}

async function unknownTerm(loaders: Loaders, term: TermKind, slug: string): Promise<CatalogError> {
  const nearest = nearestOf(slug, (await loaders.of(slugsLoader).load(term)) ?? []);
  const there = [`there is no ${term} with the slug ${JSON.stringify(slug)}.`, ...(nearest ? [nearest] : [])];
  return invalidParameter(term, `${there.join(' ')} The list of ${term}s (/v1/${term}s) has them.`);
}
