import type { Facet, FacetValue, SearchRequest } from '../../graph/search/port.ts';
import { type FilterValue, obeys, planFacets, planFilters } from '../plan/planFilters.ts';
import { compareHits, type RankedHit } from '../plan/planSearch.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import type { PointMarks } from './pointMarks.ts';

export interface RankedHits {
  readonly found: number;
  /** At most `limit`, best first, those behind `after` only. */
  readonly hits: readonly RankedHit[];
  /** Whether more lie behind the last of `hits`. */
  readonly more: boolean;
  readonly facets: readonly Facet[];
}

/** docs/contract.md#limits. */
const MAX_FACET_VALUES = 20;

/** No filter has refused the anime so far. */
const NONE = -1;

/** Filters, counts and orders the marked anime in one pass that keeps only the best `limit` of them. */
export function rankHits(
  catalog: IndexedCatalog,
  marks: PointMarks,
  { filters: wanted, facets: requested }: Pick<SearchRequest, 'filters' | 'facets'>,
  limit: number,
  after: RankedHit | undefined,
): RankedHits {
  const { fields } = catalog.columns;
  const filters = planFilters(wanted).map((filter) => {
    const column = fields[filter.field];
    return { ...filter, codes: column.codes, passing: column.passing(filter.test) };
  });
  const facets = planFacets({ ...(requested && { facets: requested }) }).map((field) => ({
    field,
    codes: fields[field].codes,
    counts: fields[field].counts(),
    /** The filter that it ignores. */
    ignored: filters.findIndex((filter) => !obeys(field, filter)),
  }));
  const best = new BestHits(catalog, marks, limit + 1, after);
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
    hits: hits.slice(0, limit),
    more: hits.length > limit,
    facets: facets.map(({ field, counts }) => ({ field, values: facetValues(fields[field].byValue(counts)) })),
  };
}

/** Most frequent first, ties by value. */
function facetValues(counts: ReadonlyMap<FilterValue, number>): FacetValue[] {
  return [...counts]
    .map(([value, count]) => ({ value: value as FacetValue['value'], count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}

/** The best few of many marked anime, in one pass. */
class BestHits {
  readonly #catalog: IndexedCatalog;
  readonly #marks: PointMarks;
  readonly #size: number;
  readonly #after: RankedHit | undefined;
  /** Best first. */
  readonly #best: number[] = [];

  constructor(catalog: IndexedCatalog, marks: PointMarks, size: number, after: RankedHit | undefined) {
    this.#catalog = catalog;
    this.#marks = marks;
    this.#size = size;
    this.#after = after;
  }

  offer(anime: number): void {
    const best = this.#best;
    if (this.#after !== undefined && compareHits(this.#hit(anime), this.#after) <= 0) return;
    if (best.length === this.#size) {
      if (!this.#isBefore(anime, best[best.length - 1] as number)) return;
      best.pop();
    }
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(best[middle] as number, anime)) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, anime);
  }

  hits(): RankedHit[] {
    return this.#best.map((anime) => this.#hit(anime));
  }

  /** As `compareHits`, without building the hits: this runs for every match of a one-letter query. */
  #isBefore(a: number, b: number): boolean {
    const scores = this.#score(a) - this.#score(b);
    return scores !== 0 ? scores > 0 : this.#catalog.isBefore(a, b);
  }

  #score(anime: number): number {
    return this.#marks.pointsOf(anime) + (this.#catalog.columns.baseScores[anime] as number);
  }

  #hit(anime: number): RankedHit {
    return { score: this.#score(anime), id: this.#catalog.idOf(anime) };
  }
}
