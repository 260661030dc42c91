import type { Bindings } from '../reading/keysetList.ts';
import type { FilterTerm } from './filterTerm.ts';

interface Range<Value> {
  readonly from?: Value | null;
  readonly to?: Value | null;
}

/** The filter of first days, whose ends are included. */
export function startDateTerms(range: Range<string> | null | undefined, bindings: Bindings): FilterTerm[] {
  return rangeTerms('a.start_date', 'date', range, DATES, dateFacets, bindings);
}

/** The filter of numbers of episodes, whose ends are included. */
export function episodeCountTerms(range: Range<number> | null | undefined, bindings: Bindings): FilterTerm[] {
  return rangeTerms('a.episode_count', 'int', range, EPISODES, countFacets, bindings);
}

function rangeTerms<Value extends string | number>(
  column: string,
  type: string,
  range: Range<Value> | null | undefined,
  indexed: string,
  facetsOf: (from: Value | null, to: Value | null) => readonly number[],
  bindings: Bindings,
): FilterTerm[] {
  const { from = null, to = null } = range ?? {};
  const conditions = [
    ...(from === null ? [] : [`${column} >= ${bindings.add(from, type)}`]),
    ...(to === null ? [] : [`${column} <= ${bindings.add(to, type)}`]),
  ];
  if (conditions.length === 0) return [];
  const facets = `${indexed} && ${bindings.add(facetsOf(from, to).map(String), 'int[]')}`;
  return [{ condition: conditions.join(' AND '), facets }];
}

/** Counts up to 60, greater ones by fifties: each that a range has costs a descent in the index. */
const EPISODES =
  'ARRAY[CASE WHEN a.episode_count > 60 THEN least(60 + a.episode_count / 50, 100) ELSE a.episode_count END]';

function countFacets(from: number | null, to: number | null): number[] {
  const facet = (count: number) => Math.min(count > 60 ? 60 + Math.floor(count / 50) : count, 100);
  return numbers(facet(Math.max(from ?? 0, 0)), facet(to ?? Number.MAX_SAFE_INTEGER));
}

/** Years since 1949, those before and after as 0 and 101, and sixths of months as the negative of their number. */
const DATES = `ARRAY[width_bucket(extract(year FROM a.start_date), 1950, 2050, 100), -(extract(year FROM a.start_date) * 72 + extract(month FROM a.start_date) * 6 + least(floor((extract(day FROM a.start_date) - 1) / 5), 5))::int]`;
/** Of which a range is a set of sixths of months; each costs a descent in the index. */
const MOST_SIXTHS = 72;

function dateFacets(from: string | null, to: string | null): number[] {
  const [fromYear = 0, ...start] = partsOf(from);
  const [toYear = 9_999, ...end] = partsOf(to);
  const [first, last] = [sixthOf(fromYear, ...start), sixthOf(toYear, ...end)];
  if (from !== null && to !== null && last - first < MOST_SIXTHS) return numbers(first, last).map((sixth) => -sixth);
  const bucket = (year: number) => Math.min(Math.max(year - 1_949, 0), 101);
  return numbers(bucket(fromYear), bucket(toYear));
}

function sixthOf(year: number, month = 1, day = 1): number {
  return year * 72 + month * 6 + Math.min(Math.floor((day - 1) / 5), 5);
}

function partsOf(date: string | null): number[] {
  return date === null ? [] : date.split('-').map(Number);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}
