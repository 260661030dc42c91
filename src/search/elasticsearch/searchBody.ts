import type { estypes } from '@elastic/elasticsearch';
import type { Facet, SearchFilters } from '../../graph/search/port.ts';
import { REACHABLE_HITS, type SearchPosition, type SearchRequest } from '../../graph/search/port.ts';
import type { Clause, Reading } from '../plan/clause.ts';
import { compileReadings } from './compileReadings.ts';

/** Aggregation with the best hit of the whole catalogue; requested only when filters hide hits. */
const BEST = 'best';

/** The reachable hits of this page. */
export function pageSize({ limit, after }: SearchRequest): number {
  return Math.max(0, Math.min(limit, REACHABLE_HITS - (after?.offset ?? 0)));
}

/**
 * One page: hits in the order score, id; the exact number of hits; the facets.
 * @param series the series keys of the lead
 */
export function searchBody(
  readings: readonly Reading[],
  series: readonly string[],
  request: SearchRequest,
): estypes.SearchRequest {
  const { filters, after } = request;
  const postFilters = compileFilters(filters);
  const filtered = postFilters.length > 0;
  return {
    query: compileReadings(readings, series),
    ...(filtered && { post_filter: { bool: { filter: postFilters } } }),
    size: pageSize(request),
    // Sorting by a field makes an index with a foreign mapping fail, where it would otherwise find nothing.
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    ...(after && { search_after: [after.score, after.id] }),
    track_total_hits: true,
    _source: false,
    aggs: {
      ...facetAggregations(filters),
      ...(filtered && { [BEST]: { top_hits: { size: 1, _source: false } } }),
    },
  };
}

/** Requests the series keys of the whole catalogue's best hit. */
export function leadBody(clauses: readonly Clause[]): estypes.SearchRequest {
  return {
    query: compileReadings([{ clauses, lifts: [] }], []),
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

const FACET_FIELDS = ['format', 'status', 'year'] as const;
const VALUES_PER_FACET = 20;

/** The server's answer to `facetAggregations`, which `readFacets` parses. */
export type FacetBuckets = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;

export function compileFilters(filters: SearchFilters, except?: keyof SearchFilters): estypes.QueryDslQueryContainer[] {
  return FACET_FIELDS.flatMap((field) => {
    const value = filters[field];
    return value === undefined || field === except ? [] : [{ term: { [field]: { value } } }];
  });
}

/**
 * Filters are applied as `post_filter`, so that each facet can obey the filters of the other fields and ignore its own.
 */
export function facetAggregations(filters: SearchFilters): Record<string, estypes.AggregationsAggregationContainer> {
  return Object.fromEntries(
    FACET_FIELDS.map((field) => {
      const others = compileFilters(filters, field);
      const values: estypes.AggregationsAggregationContainer = {
        terms: { field, size: VALUES_PER_FACET, order: [{ _count: 'desc' }, { _key: 'asc' }] },
      };
      return [field, others.length === 0 ? values : { filter: { bool: { filter: others } }, aggs: { values } }];
    }),
  );
}

export function readFacets(aggregations: FacetBuckets): Facet[] {
  return FACET_FIELDS.map((field) => {
    const aggregate = aggregations[field] as Bucketed | { readonly values: Bucketed };
    const { buckets } = 'buckets' in aggregate ? aggregate : aggregate.values;
    return { field, values: buckets.map(({ key, doc_count }) => ({ value: key, count: doc_count })) };
  });
}

interface Bucketed {
  readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[];
}
