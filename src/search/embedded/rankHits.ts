import type { FacetValue, SearchRequest } from '../../graph/search/port.ts';
import type { IndexedCatalog } from '../memory/indexedCatalog.ts';
import type { PointMarks } from '../memory/pointMarks.ts';
import { FACET_VALUES, type FilterValue, obeys, planFacets, planFilters } from '../plan/planFilters.ts';
import { compareHits, type RankedHit } from '../plan/planSearch.ts';
import { pageSize, type RankedPage } from '../plan/rankedPage.ts';

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

/** Keeps the best few of the marked anime that are offered, best first, of those behind `after` only. */
export function bestHits(catalog: IndexedCatalog, marks: PointMarks, size: number, after?: RankedHit) {
  const best: number[] = [];
  const score = (anime: number) => marks.pointsOf(anime) + (catalog.columns.baseScores[anime] as number);
  const hit = (anime: number) => ({ score: score(anime), id: catalog.idOf(anime) });
  /** As `compareHits`, without building the hits: this runs for every match of a one-letter query. */
  const isBefore = (a: number, b: number) => {
    const scores = score(a) - score(b);
    return scores !== 0 ? scores > 0 : catalog.idOf(a) < catalog.idOf(b);
  };
  return {
    offer(anime: number): void {
      if (after !== undefined && compareHits(hit(anime), after) <= 0) return;
      if (best.length === size) {
        if (!isBefore(anime, best[size - 1] as number)) return;
        best.pop();
      }
      let low = 0;
      let high = best.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(best[middle] as number, anime)) low = middle + 1;
        else high = middle;
      }
      best.splice(low, 0, anime);
    },
    hits: (): RankedHit[] => best.map(hit),
  };
}
