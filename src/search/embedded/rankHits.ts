import type { Facet, SearchFilters } from '../../graph/search/port.ts';
import type { RankedHit } from '../plan/hitOrder.ts';
import { NO_CODE } from './animeColumns.ts';
import { BestHits } from './bestHits.ts';
import { type FacetCounts, facetOf } from './facetCounts.ts';
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
  const formatCounts: FacetCounts = new Uint32Array(formatCodes.values.length);
  const statusCounts: FacetCounts = new Uint32Array(statusCodes.values.length);
  const yearCounts: FacetCounts = new Uint32Array(yearCodes.values.length);
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
