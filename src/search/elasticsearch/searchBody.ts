import type { estypes } from '@elastic/elasticsearch';
import { type FacetField, STANDARD_FACETS } from '../../graph/model/vocabulary.ts';
import type { Facet } from '../../graph/search/port.ts';
import { REACHABLE_HITS, type SearchPosition, type SearchRequest } from '../../graph/search/port.ts';
import type { Clause, Reading } from '../plan/clause.ts';
import { type FieldFilter, obeys, planFacets, planFilters } from '../plan/planFilters.ts';
import type { WordFrequencies } from '../plan/weighBag.ts';
import { begins, compileReadings, hasWord, type KnownOfIndex } from './compileReadings.ts';
import { BASE_SCORE_FIELD } from './mapping.ts';

/** Aggregation with the best hit of the whole catalogue; requested only when filters hide hits. */
const BEST = 'best';
const FREQUENCIES = 'frequencies';
const NUMBERED = 'numbered';

/** The reachable hits of this page. */
export function pageSize({ limit, after }: SearchRequest): number {
  return Math.max(0, Math.min(limit, REACHABLE_HITS - (after?.offset ?? 0)));
}

/**
 * One page: hits in the order score, id; the exact number of hits; the facets.
 */
export function searchBody(
  readings: readonly Reading[],
  known: KnownOfIndex,
  request: SearchRequest,
): estypes.SearchRequest {
  const { after } = request;
  const filters = planFilters(request.filters);
  const facets = planFacets(request);
  const filtered = filters.length > 0;
  const isOfMapping = needsMapping(filters, facets);
  return {
    query: compileReadings(readings, known),
    ...(filtered && { post_filter: { bool: { filter: filters.flatMap(compileFilter) } } }),
    size: pageSize(request),
    // Sorting by a field makes an index with a foreign mapping fail, where it would otherwise find nothing.
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }, ...(isOfMapping ? [MAPPED.sort] : [])],
    ...(after && { search_after: [after.score, after.id, ...(isOfMapping ? [MAPPED.after] : [])] }),
    track_total_hits: true,
    _source: false,
    aggs: {
      ...facetAggregations(facets, filters),
      ...(filtered && { [BEST]: { top_hits: { size: 1, _source: false } } }),
    },
  };
}

/** What readings without series, bags and ordinals are compiled with. */
export const NOTHING_KNOWN: KnownOfIndex = { series: [], frequencies: { anime: 0, of: () => 0 }, ordinal: null };

/** Requests how often words occur; a tombstone has no base score. */
export function frequencyBody(words: readonly string[]): estypes.SearchRequest {
  return {
    query: { exists: { field: BASE_SCORE_FIELD } },
    size: 0,
    track_total_hits: true,
    aggs: { [FREQUENCIES]: { filters: { filters: words.map(hasWord) } } },
  };
}

export function readFrequencies(
  words: readonly string[],
  { hits, aggregations }: estypes.SearchResponse<unknown, FacetBuckets>,
): WordFrequencies {
  const counted = aggregations?.[FREQUENCIES] as { readonly buckets: readonly { readonly doc_count: number }[] };
  const found = new Map(words.map((word, i) => [word, counted.buckets[i]?.doc_count ?? 0]));
  const anime = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
  return { anime, of: (word) => found.get(word) ?? 0 };
}

/** Requests the anime that an `ordinal` clause stands for. */
export function ordinalBody({
  beginnings,
  place,
  without,
}: Extract<Clause, { kind: 'ordinal' }>): estypes.SearchRequest {
  return {
    query: begins(beginnings),
    post_filter: { bool: { filter: [{ term: { format: 'tv' } }, { exists: { field: 'startDate' } }] } },
    from: place - 1,
    size: 1,
    // An index of an earlier version has no dates.
    sort: [{ startDate: { order: 'asc', unmapped_type: 'keyword' } }, { id: { order: 'asc' } }],
    _source: false,
    aggs: { [NUMBERED]: { filter: { terms: { traits: [...without] } } } },
  };
}

export function readOrdinal({ hits, aggregations }: estypes.SearchResponse<unknown, FacetBuckets>): string | null {
  const numbered = aggregations?.[NUMBERED] as { readonly doc_count: number };
  return numbered.doc_count > 0 ? null : (hits.hits[0]?._id ?? null);
}

/** Requests the series keys of the whole catalogue's best hit. */
export function leadBody(clauses: readonly Clause[]): estypes.SearchRequest {
  return {
    query: compileReadings([{ clauses, lifts: [] }], NOTHING_KNOWN),
    size: 1,
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    track_total_hits: false,
    _source: ['series'],
  };
}

/** The best score in the whole catalogue, regardless of filters; undefined without a match. */
export function bestScore(answer: estypes.SearchResponse<unknown, FacetBuckets>): number | undefined {
  const best = answer.aggregations?.[BEST] as estypes.AggregationsTopHitsAggregate | undefined;
  const score = best ? best.hits.hits[0]?._score : answer.hits.hits[0]?.sort?.[0];
  return typeof score === 'number' ? score : undefined;
}

/** A hit's position in the order, from its sort values. */
export function positionOf(hit: estypes.SearchHit, stage: number, lead: string | null, offset: number): SearchPosition {
  const [score, id] = hit.sort as [number, string];
  return { stage, lead, score, id, offset };
}

const VALUES_PER_FACET = 20;

/** Fields of every index that this service ever built. */
const OLDEST_FIELDS: ReadonlySet<string> = new Set(STANDARD_FACETS);

/**
 * An index of an earlier version lacks fields, and serves until its rebuild is done. A filter by one that is missing
 * would find nothing, where sorting by it fails: search is unavailable instead. The third sort value decides nothing,
 * as ids are unique; all of them come before that of `after`.
 */
const MAPPED = { sort: { season: { order: 'asc', missing: '_first' } }, after: '\uffff' } as const;

function needsMapping(filters: readonly FieldFilter[], facets: readonly FacetField[]): boolean {
  return [...filters.map(({ field }) => field), ...facets].some((field) => !OLDEST_FIELDS.has(field));
}

/** The server's answer to `facetAggregations`, which `readFacets` parses. */
export type FacetBuckets = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;

function compileFilter({ field, test }: FieldFilter): estypes.QueryDslQueryContainer[] {
  switch (test.kind) {
    case 'allOf':
      return test.values.map((value) => ({ term: { [field]: { value } } }));
    case 'span': {
      const { from, to } = test;
      return [{ range: { [field]: { ...(from !== null && { gte: from }), ...(to !== null && { lte: to }) } } }];
    }
    case 'oneOf': {
      const known = { terms: { [field]: test.values.filter((value) => value !== null) } };
      if (!test.values.includes(null)) return [known];
      return [{ bool: { should: [known, { bool: { must_not: { exists: { field } } } }] } }];
    }
  }
}

/** Filters are applied as `post_filter`, so that each facet obeys those that it should. */
function facetAggregations(
  facets: readonly FacetField[],
  filters: readonly FieldFilter[],
): Record<string, estypes.AggregationsAggregationContainer> {
  return Object.fromEntries(
    facets.map((field) => {
      const obeyed = filters.filter((filter) => obeys(field, filter)).flatMap(compileFilter);
      const values: estypes.AggregationsAggregationContainer = {
        terms: { field, size: VALUES_PER_FACET, order: [{ _count: 'desc' }, { _key: 'asc' }] },
      };
      return [field, obeyed.length === 0 ? values : { filter: { bool: { filter: obeyed } }, aggs: { values } }];
    }),
  );
}

export function readFacets(aggregations: FacetBuckets, facets: readonly FacetField[]): Facet[] {
  return facets.map((field) => {
    const aggregate = aggregations[field] as Bucketed | { readonly values: Bucketed };
    const { buckets } = 'buckets' in aggregate ? aggregate : aggregate.values;
    return { field, values: buckets.map(({ key, doc_count }) => ({ value: key, count: doc_count })) };
  });
}

interface Bucketed {
  readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[];
}
