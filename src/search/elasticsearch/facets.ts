import type { estypes } from '@elastic/elasticsearch';
import type { Facet, SearchFilters } from '../../graph/search/port.ts';

const FACET_FIELDS = ['format', 'status', 'year'] as const;
const VALUES_PER_FACET = 20;

/** The server's answer to `facetAggregations`, and so what `readFacets` takes. */
export type FacetBuckets = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;

export function compileFilters(filters: SearchFilters, except?: keyof SearchFilters): estypes.QueryDslQueryContainer[] {
  return FACET_FIELDS.flatMap((field) => {
    const value = filters[field];
    return value === undefined || field === except ? [] : [{ term: { [field]: { value } } }];
  });
}

/** Filters reach the hits as `post_filter`, so that each facet can obey the filters of the other fields and ignore its own. */
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
