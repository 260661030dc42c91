import type { estypes } from '@elastic/elasticsearch';
import { REACHABLE_HITS, type SearchPosition, type SearchRequest } from '../../graph/search/port.ts';
import type { Clause } from '../plan/clause.ts';
import { compileClauses, scoreOf, tierOf } from './compileClauses.ts';
import { compileFilters, type FacetBuckets, facetAggregations } from './facets.ts';

/** Aggregation that holds the best hit of the whole catalogue; only asked for when filters hide hits. */
const BEST = 'best';

/** How many hits of this page are reachable. */
export function pageSize({ limit, after }: SearchRequest): number {
  return Math.max(0, Math.min(limit, REACHABLE_HITS - (after?.offset ?? 0)));
}

/** One page: hits in the order tier, popularity, id; the exact number of hits; the facets. */
export function searchBody(clauses: readonly Clause[], request: SearchRequest): estypes.SearchRequest {
  const { filters, after } = request;
  const postFilters = compileFilters(filters);
  const filtered = postFilters.length > 0;
  return {
    query: compileClauses(clauses),
    ...(filtered && { post_filter: { bool: { filter: postFilters } } }),
    size: pageSize(request),
    // Sorting by these fields refuses, rather than finds nothing in, an index that lacks our mapping.
    sort: [{ _score: { order: 'desc' } }, { popularity: { order: 'desc' } }, { id: { order: 'asc' } }],
    ...(after && { search_after: [scoreOf(after.tier), after.popularity, after.id] }),
    track_total_hits: true,
    _source: false,
    aggs: {
      ...facetAggregations(filters),
      ...(filtered && { [BEST]: { top_hits: { size: 1, _source: false } } }),
    },
  };
}

/** The best tier over the whole catalogue, whatever the filters; undefined when nothing matches. */
export function bestTier(answer: estypes.SearchResponse<unknown, FacetBuckets>): number | undefined {
  const best = answer.aggregations?.[BEST] as estypes.AggregationsTopHitsAggregate | undefined;
  const score = best ? best.hits.hits[0]?._score : answer.hits.hits[0]?.sort?.[0];
  return typeof score === 'number' ? tierOf(score) : undefined;
}

/** A hit's place in the order, from the values that the server sorted it by. */
export function positionOf(hit: estypes.SearchHit, stage: number, offset: number): SearchPosition {
  const [score, popularity, id] = hit.sort as [number, number, string];
  return { stage, tier: tierOf(score), popularity, id, offset };
}
