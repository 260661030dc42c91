import type { Facet, SearchFilters } from '../../graph/search/port.ts';
import { compareHits, type RankedHit } from '../plan/planSearch.ts';
import { NO_CODE } from './animeColumns.ts';
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

const ANY = -1;
/** A value that no anime has. */
const NEVER = -2;

/** docs/contract.md#limits. */
const MAX_FACET_VALUES = 20;

/** Filters, counts and orders the marked anime in one pass that keeps only the best `limit` of them. */
export function rankHits(
  catalog: IndexedCatalog,
  marks: PointMarks,
  filters: SearchFilters,
  limit: number,
  after: RankedHit | undefined,
): RankedHits {
  const { formatCodes, statusCodes, yearCodes, formats, statuses, years } = catalog.columns;
  const format = filters.format === undefined ? ANY : (formatCodes.find(filters.format) ?? NEVER);
  const status = filters.status === undefined ? ANY : (statusCodes.find(filters.status) ?? NEVER);
  const year = filters.year === undefined ? ANY : (yearCodes.find(filters.year) ?? NEVER);
  const formatCounts = new Uint32Array(formatCodes.values.length);
  const statusCounts = new Uint32Array(statusCodes.values.length);
  const yearCounts = new Uint32Array(yearCodes.values.length);
  const best = new BestHits(catalog, marks, limit + 1, after);
  let found = 0;
  marks.visit((anime) => {
    const animeFormat = formats[anime] as number;
    const animeStatus = statuses[anime] as number;
    const animeYear = years[anime] as number;
    const formatFits = format === ANY || format === animeFormat;
    const statusFits = status === ANY || status === animeStatus;
    const yearFits = year === ANY || year === animeYear;
    // A facet ignores its own filter and obeys the others.
    if (statusFits && yearFits) (formatCounts[animeFormat] as number)++;
    if (formatFits && yearFits) (statusCounts[animeStatus] as number)++;
    if (formatFits && statusFits && animeYear !== NO_CODE) (yearCounts[animeYear] as number)++;
    if (!(formatFits && statusFits && yearFits)) return;
    found++;
    best.offer(anime);
  });
  const hits = best.hits();
  return {
    found,
    hits: hits.slice(0, limit),
    more: hits.length > limit,
    facets: [
      facetOf('format', formatCounts, formatCodes.values),
      facetOf('status', statusCounts, statusCodes.values),
      facetOf('year', yearCounts, yearCodes.values),
    ],
  };
}

/** The facet of counts by code: most frequent first, ties by value, without those that count nothing. */
function facetOf<V extends string | number>(field: Facet['field'], counts: Uint32Array, values: readonly V[]): Facet {
  const entries = values
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { field, values: entries.slice(0, MAX_FACET_VALUES) };
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
