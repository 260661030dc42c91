import { compareHits, type RankedHit } from '../plan/hitOrder.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import type { PointMarks } from './pointMarks.ts';

/** The best few of many marked anime, in one pass. */
export class BestHits {
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
    if (this.#after !== undefined && !this.#isBehind(anime, this.#after)) return;
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

  #isBehind(anime: number, after: RankedHit): boolean {
    const score = this.#score(anime);
    return score === after.score ? compareHits(this.#hit(anime), after) > 0 : score < after.score;
  }

  /** As `compareHits`, without building the hits: this runs for every match of a one-letter query. */
  #isBefore(a: number, b: number): boolean {
    const scores = this.#score(a) - this.#score(b);
    return scores !== 0 ? scores > 0 : this.#catalog.ids.isBefore(a, b);
  }

  #score(anime: number): number {
    return this.#marks.pointsOf(anime) + (this.#catalog.columns.standings[anime] as number);
  }

  #hit(anime: number): RankedHit {
    return { score: this.#score(anime), id: this.#catalog.ids.idOf(anime) };
  }
}
