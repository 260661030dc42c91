import type { ExplainedHit } from '../../graph/search/queryReading.ts';
import { ClauseMatcher } from '../memory/clauseMatcher.ts';
import { IndexedCatalog } from '../memory/indexedCatalog.ts';
import { PointMarks } from '../memory/pointMarks.ts';
import { LENGTH_CLASSES } from '../normaliser/textRuns.ts';
import type { Clause, ClauseOf, NameAmong } from '../plan/clause.ts';
import { planSearch, readingsOf } from '../plan/planSearch.ts';
import { baseScore, CONTRACTED_FROM } from '../plan/points.ts';

/** What of a plan an anime won by. */
export interface WinningClause {
  readonly clause: Clause;
  /** Of whole names among other words the one that the anime has. */
  readonly name?: NameAmong;
  /** Whether a title alone has what the clause asks for. */
  isOf(title: string): boolean;
}

interface Candidate extends Omit<WinningClause, 'isOf'> {
  /** What its titles must have; the weights of a bag are those of the whole index. */
  readonly test: Clause;
}

/** The number of the only anime. */
const HIT = 0;

const NOTHING_ELSE = {
  ...{ id: '', version: 1n, status: 'unknown', season: null, genre: [], studio: [], isAdult: null, startDate: null },
  ...{ episodes: null, airing: null, prominence: CONTRACTED_FROM },
};

/** An index of a hit alone, which tells what it has in the terms of a plan. */
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

  hasTrait(trait: string): boolean {
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
   */
  winningClause(q: string, series: readonly string[]): WinningClause | undefined {
    const leastKnown = baseScore({ prominence: CONTRACTED_FROM }, this.#catalog.columns.numbers[HIT] ?? 1);
    let best: Candidate | undefined;
    let most = 0;
    for (const { clauses, lifts, only } of readingsOf(planSearch(q), this.#hit.stages)) {
      const lifted = lifts.reduce((sum, { trait, points }) => sum + (this.hasTrait(trait) ? points : 0), 0);
      for (const candidate of clauses.flatMap((clause) => this.#candidates(clause))) {
        const points = this.#pointsOf(candidate.test, series);
        const base = this.#hit.score - points - lifted;
        if (points === 0 || points + lifted <= most) continue;
        if (base < (only !== undefined || isOfProminent(candidate.test) ? leastKnown : 0)) continue;
        best = candidate;
        most = points + lifted;
      }
    }
    if (best === undefined) return undefined;
    const { test, ...winner } = best;
    return { ...winner, isOf: (title) => new HitIndex({ ...this.#hit, titles: [title] }).#pointsOf(test, series) > 0 };
  }

  #pointsOf(test: Clause, series: readonly string[]): number {
    this.#marks.reset(this.#catalog.capacity);
    this.#matcher.match(test, this.#marks, series);
    return this.#marks.pointsOf(HIT);
  }

  #candidates(clause: Clause): Candidate[] {
    switch (clause.kind) {
      case 'names':
        return clause.names.map((name) => ({ clause, name, test: name.match }));
      case 'bag':
        return [{ clause, test: anyWord(clause) }];
      case 'ordinal': {
        const { points, beginnings } = clause;
        if (this.hasTrait(`n${clause.place}`)) return [];
        return beginnings.map((value) => ({ clause, test: { kind: 'prefix', points, field: 'spaced', value } }));
      }
      default:
        return [{ clause, test: clause }];
    }
  }
}

/** Anime that are less known lack the keys. */
function isOfProminent(clause: Clause): boolean {
  if (clause.kind === 'beginnings') return true;
  return 'field' in clause && (clause.field === 'openings' || clause.field === 'abbreviations');
}

function anyWord({ points, words }: ClauseOf<'bag'>): Clause {
  const pointsByLength = Array.from({ length: LENGTH_CLASSES }, () => points);
  return { kind: 'words', pointsByLength, words: [words.map((value) => ({ kind: 'term', value }))] };
}
