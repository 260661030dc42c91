import type { FacetValue, SearchRequest } from '../../graph/search/port.ts';
import type { IndexedCatalog } from '../memory/indexedCatalog.ts';
import type { PointMarks } from '../memory/pointMarks.ts';
import { FACET_VALUES, type FilterValue, obeys, planFacets, planFilters } from '../plan/planFilters.ts';
import { pageSize, type RankedPage } from '../plan/rankedPage.ts';
import { bestHits } from './bestHits.ts';

/** No filter has refused the anime so far. */
const NONE = -1;

/** Filters, counts and orders the marked anime in one pass that keeps only the best of them. */
export function rankHits(catalog: IndexedCatalog, marks: PointMarks, request: SearchRequest): RankedPage {
  const { fields } = catalog.columns;
  const filters = planFilters(request.filters).map((filter) => {
    const column = fields[filter.field];
    return { ...filter, codes: column.codes, passing: column.passing(filter.test) };
  });
  const facets = planFacets(request).map((field) => ({
    field,
    codes: fields[field].codes,
    counts: fields[field].counts(),
    /** The filter that it ignores. */
    ignored: filters.findIndex((filter) => !obeys(field, filter)),
  }));
  const size = pageSize(request);
  const best = bestHits(catalog, marks, size + 1, request.after);
  let found = 0;
  marks.visit((anime) => {
    let refused = NONE;
    for (let at = 0; at < filters.length; at += 1) {
      const { codes, passing } = filters[at] as (typeof filters)[number];
      if (passing[codes[anime] as number] === 1) continue;
      if (refused !== NONE) return;
      refused = at;
    }
    for (const { codes, counts, ignored } of facets) {
      if (refused === NONE || refused === ignored) (counts[codes[anime] as number] as number)++;
    }
    if (refused !== NONE) return;
    found++;
    best.offer(anime);
  });
  const hits = best.hits();
  return {
    found,
    hits: hits.slice(0, size),
    more: hits.length > size,
    facets: facets.map(({ field, counts }) => ({ field, values: facetValues(fields[field].byValue(counts)) })),
  };
}

/** Most frequent first, ties by value. */
function facetValues(counts: ReadonlyMap<FilterValue, number>): FacetValue[] {
  return [...counts]
    .map(([value, count]) => ({ value: value as FacetValue['value'], count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, FACET_VALUES);
}
