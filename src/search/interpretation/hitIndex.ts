import type { ExplainedHit } from '../../graph/search/queryReading.ts';
import { ClauseMatcher } from '../memory/clauseMatcher.ts';
import { IndexedCatalog } from '../memory/indexedCatalog.ts';
import { PointMarks } from '../memory/pointMarks.ts';
import { LENGTH_CLASSES } from '../normaliser/textRuns.ts';
import type { Clause } from '../plan/clause.ts';
import { planSearch, readingsOf } from '../plan/planSearch.ts';
import { baseScore, CONTRACTED_FROM } from '../plan/points.ts';

/** What of a plan an anime won by. */
export interface WinningClause {
  readonly clause: Clause;
  /** What its titles have: one of several names; any word of a bag, whose weights are of the whole index. */
  readonly test: Clause;
  /** Whether a title alone has that. */
  isOf(title: string): boolean;
}

/** The number of the only anime. */
const HIT = 0;

const NOTHING_ELSE = {
  id: '',
  version: 1n,
  status: 'unknown',
  season: null,
  genre: [],
  studio: [],
  isAdult: null,
  startDate: null,
  episodes: null,
  airing: null,
  prominence: CONTRACTED_FROM,
};

/** An index of one hit, which says what it has in the terms of a plan. */
export class HitIndex {
  readonly #hit: ExplainedHit;
  readonly #catalog = new IndexedCatalog();
  readonly #matcher = new ClauseMatcher(this.#catalog);
  readonly #marks = new PointMarks();

  constructor(hit: ExplainedHit) {
    this.#hit = hit;
    const { titles, format, year } = hit;
    this.#catalog.apply({ kind: 'upsert', document: { ...NOTHING_ELSE, titles, format, year } });
  }

  /** @param series the keys of the one that it must belong to */
  hasTrait(trait: string, series?: readonly string[]): boolean {
    if (series !== undefined) return this.#pointsOf({ kind: 'series', points: 1, trait }, series) > 0;
    return this.#catalog.keys.traits.carriersOf(trait).length > 0;
  }

  /** Whether some title has the word. */
  hasWord(word: string): boolean {
    return this.#catalog.titles.words.carriersOf(word).length > 0;
  }

  /**
   * The clause by which the hit has its score: of those that its titles satisfy the one with the most points, not more
   * than the score.
   * @param series the series keys of the lead
   * @param isLead whether it is the lead itself, whose place is the first
   */
  winningClause(q: string, series: readonly string[], isLead: boolean): WinningClause | undefined {
    const leastKnown = baseScore({ prominence: CONTRACTED_FROM }, this.#catalog.columns.numbers[HIT] ?? 1);
    let best: Pick<WinningClause, 'clause' | 'test'> | undefined;
    let most = 0;
    for (const { clauses, lifts, only } of readingsOf(planSearch(q), this.#hit.stages)) {
      const lifted = lifts.reduce((sum, { trait, points }) => sum + (this.hasTrait(trait) ? points : 0), 0);
      for (const clause of clauses) {
        for (const test of this.#testsOf(clause, isLead)) {
          const points = this.#pointsOf(test, series);
          const base = this.#hit.score - points - lifted;
          if (points === 0 || points + lifted <= most) continue;
          if (base < (only !== undefined || isOfProminent(test) ? leastKnown : 0)) continue;
          best = { clause, test };
          most = points + lifted;
        }
      }
    }
    if (best === undefined) return undefined;
    const { test } = best;
    return { ...best, isOf: (title) => new HitIndex({ ...this.#hit, titles: [title] }).#pointsOf(test, series) > 0 };
  }

  #pointsOf(test: Clause, series: readonly string[]): number {
    this.#marks.reset(this.#catalog.capacity);
    this.#matcher.match(test, this.#marks, series);
    return this.#marks.pointsOf(HIT);
  }

  #testsOf(clause: Clause, isLead: boolean): Clause[] {
    switch (clause.kind) {
      case 'names':
        return clause.names.map(({ match }) => match);
      case 'bag': {
        const words = [clause.words.map((value) => ({ kind: 'term', value }) as const)];
        return [{ kind: 'words', pointsByLength: Array(LENGTH_CLASSES).fill(clause.points), words }];
      }
      case 'ordinal': {
        const { points, beginnings } = clause;
        if (isLead || this.hasTrait(`n${clause.place}`)) return [];
        return beginnings.map((value) => ({ kind: 'prefix', points, field: 'spaced', value }));
      }
      default:
        return [clause];
    }
  }
}

/** Anime that are less known lack the keys. */
function isOfProminent(clause: Clause): boolean {
  if (clause.kind === 'beginnings') return true;
  return 'field' in clause && (clause.field === 'openings' || clause.field === 'abbreviations');
}
