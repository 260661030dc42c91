import type { estypes } from '@elastic/elasticsearch';
import { type FacetField, STANDARD_FACETS } from '../../graph/model/vocabulary.ts';
import type { Facet, SearchRequest } from '../../graph/search/port.ts';
import type { Reading } from '../plan/clause.ts';
import { FACET_VALUES, type FieldFilter, obeys, planFacets, planFilters } from '../plan/planFilters.ts';
import { pageSize, type RankedPage } from '../plan/rankedPage.ts';
import { compileReadings, type KnownOfIndex } from './compileReadings.ts';
import { BY_SCORE, type IndexAnswer, totalOf } from './readKnown.ts';

/** Aggregation with the best hit of the whole catalogue; requested only when filters hide hits. */
const BEST = 'best';

/** One page: hits in the order score, id; the exact number of hits; the facets. */
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
    sort: [...BY_SCORE, ...(isOfMapping ? [MAPPED.sort] : [])],
    ...(after && { search_after: [after.score, after.id, ...(isOfMapping ? [MAPPED.after] : [])] }),
    track_total_hits: true,
    _source: false,
    aggs: {
      ...facetAggregations(facets, filters),
      ...(filtered && { [BEST]: { top_hits: { size: 1, _source: false } } }),
    },
  };
}

/** The score of the best hit of the whole catalogue, regardless of filters; undefined without a match. */
export function bestScore({ hits, aggregations }: IndexAnswer): number | undefined {
  const best = aggregations?.[BEST] as estypes.AggregationsTopHitsAggregate | undefined;
  const score = best ? best.hits.hits[0]?._score : hits.hits[0]?.sort?.[0];
  return typeof score === 'number' ? score : undefined;
}

/** Reads the answer to `searchBody`. */
export function readPage(answer: IndexAnswer, request: SearchRequest): RankedPage {
  const found = totalOf(answer);
  const hits = answer.hits.hits.map(({ sort }) => {
    const [score, id] = sort as [number, string];
    return { score, id };
  });
  const reached = (request.after?.offset ?? 0) + hits.length;
  return {
    found,
    hits,
    more: hits.length === request.limit && reached < found,
    facets: planFacets(request).map((field) => readFacet(field, answer)),
  };
}

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
        terms: { field, size: FACET_VALUES, order: [{ _count: 'desc' }, { _key: 'asc' }] },
      };
      return [field, obeyed.length === 0 ? values : { filter: { bool: { filter: obeyed } }, aggs: { values } }];
    }),
  );
}

interface Bucketed {
  readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[];
}

function readFacet(field: FacetField, { aggregations }: IndexAnswer): Facet {
  const aggregate = aggregations?.[field] as Bucketed | { readonly values: Bucketed };
  const { buckets } = 'buckets' in aggregate ? aggregate : aggregate.values;
  return { field, values: buckets.map(({ key, doc_count }) => ({ value: key, count: doc_count })) };
}
