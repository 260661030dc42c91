import type { IndexedCatalog } from '../memory/indexedCatalog.ts';
import type { PointMarks } from '../memory/pointMarks.ts';
import { compareHits, type RankedHit } from '../plan/planSearch.ts';

export interface BestHits {
  /** Takes a marked anime into account. */
  offer(anime: number): void;
  /** Best first. */
  hits(): RankedHit[];
}

/** Keeps the best few of the anime that are offered, of those behind `after` only. */
export function bestHits(catalog: IndexedCatalog, marks: PointMarks, size: number, after?: RankedHit): BestHits {
  const best: number[] = [];
  const score = (anime: number) => marks.pointsOf(anime) + (catalog.columns.baseScores[anime] as number);
  const hit = (anime: number) => ({ score: score(anime), id: catalog.idOf(anime) });
  /** As `compareHits`, without building the hits: this runs for every match of a one-letter query. */
  const isBefore = (a: number, b: number) => {
    const scores = score(a) - score(b);
    return scores !== 0 ? scores > 0 : catalog.idOf(a) < catalog.idOf(b);
  };
  return {
    offer(anime) {
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
    hits: () => best.map(hit),
  };
}
