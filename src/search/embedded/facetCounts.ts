import type { Facet } from '../../graph/search/port.ts';

/** Counts by code. */
export type FacetCounts = Uint32Array;

/** docs/contract.md#limits. */
const MAX_FACET_VALUES = 20;

/** The facet of the counts: most frequent first, ties by value, those that count nothing left out. */
export function facetOf<V extends string | number>(
  field: Facet['field'],
  counts: FacetCounts,
  values: readonly V[],
): Facet {
  const entries = values
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { field, values: entries.slice(0, MAX_FACET_VALUES) };
}
