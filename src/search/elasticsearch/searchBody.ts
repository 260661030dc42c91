import type { estypes } from '@elastic/elasticsearch';
import { REACHABLE_HITS, type SearchPosition, type SearchRequest } from '../../graph/search/port.ts';
import type { Clause, Reading } from '../plan/clause.ts';
import { compileReadings } from './compileReadings.ts';
import { compileFilters, type FacetBuckets, facetAggregations } from './facets.ts';

/** Aggregation that holds the best hit of the whole catalogue; only asked for when filters hide hits. */
const BEST = 'best';

/** How many hits of this page are reachable. */
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
    // Sorting by a field refuses, rather than finds nothing in, an index that lacks our mapping.
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

/** Asks for the series keys of the best hit of the whole catalogue. */
export function leadBody(clauses: readonly Clause[]): estypes.SearchRequest {
  return {
    query: compileReadings([{ clauses, lifts: [] }], []),
    size: 1,
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    track_total_hits: false,
    _source: ['series'],
  };
}

/** The best score over the whole catalogue, whatever the filters; undefined when nothing matches. */
export function bestScore(answer: estypes.SearchResponse<unknown, FacetBuckets>): number | undefined {
  const best = answer.aggregations?.[BEST] as estypes.AggregationsTopHitsAggregate | undefined;
  const score = best ? best.hits.hits[0]?._score : answer.hits.hits[0]?.sort?.[0];
  return typeof score === 'number' ? score : undefined;
}

/** A hit's place in the order, from the values that the server sorted it by. */
export function positionOf(hit: estypes.SearchHit, stage: number, lead: string | null, offset: number): SearchPosition {
  const [score, id] = hit.sort as [number, string];
  return { stage, lead, score, id, offset };
}
