import { dependsOnLead, type Reading } from '../plan/clause.ts';
import type { SearchPlan } from '../plan/planSearch.ts';
import { ClauseMatcher } from './clauseMatcher.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import { PointMarks } from './pointMarks.ts';

const NO_PLAN: SearchPlan = { stages: [], lead: [] };

/**
 * One search after another: the points that each anime gets by the stages run so
 * far. Keeps scratch memory between searches.
 */
export class SearchRun {
  /** Without the base score. */
  readonly marks = new PointMarks();
  readonly #readingMarks = new PointMarks();
  readonly #catalog: IndexedCatalog;
  readonly #matcher: ClauseMatcher;
  #plan = NO_PLAN;
  #lead: string | null | undefined;

  constructor(catalog: IndexedCatalog) {
    this.#catalog = catalog;
    this.#matcher = new ClauseMatcher(catalog);
  }

  /** @param lead the lead of the page before; undefined on a first page */
  begin(plan: SearchPlan, lead: string | null | undefined): void {
    this.#plan = plan;
    this.#lead = lead;
    this.marks.reset(this.#catalog.capacity);
    this.#matcher.begin();
  }

  /** Null as long as no stage has asked for it. */
  get leadId(): string | null {
    return this.#lead ?? null;
  }

  stage(stage: number): void {
    const { readings = [] } = this.#plan.stages[stage] ?? {};
    const series = dependsOnLead(readings) ? this.#seriesOfLead() : [];
    for (const reading of readings) this.#runReading(reading, series);
  }

  /** The score of the best anime so far; undefined when nothing is marked. */
  best(): number | undefined {
    return this.#bestOf(this.marks)?.score;
  }

  #runReading({ clauses, lifts }: Reading, series: readonly string[]): void {
    if (lifts.length === 0) {
      for (const clause of clauses) this.#matcher.match(clause, this.marks, series);
      return;
    }
    const marks = this.#readingMarks;
    marks.reset(this.#catalog.capacity);
    for (const clause of clauses) this.#matcher.match(clause, marks, series);
    for (const { trait, points } of lifts) {
      this.#catalog.keys.traits.visitKey(trait, (anime) => marks.lift(anime, points));
    }
    marks.visit((anime) => this.marks.mark(anime, marks.pointsOf(anime)));
  }

  #seriesOfLead(): readonly string[] {
    if (this.#lead === undefined) {
      const marks = this.#readingMarks;
      marks.reset(this.#catalog.capacity);
      for (const clause of this.#plan.lead) this.#matcher.match(clause, marks, []);
      const best = this.#bestOf(marks);
      this.#lead = best === undefined ? null : this.#catalog.idOf(best.anime);
    }
    return this.#lead === null ? [] : this.#catalog.seriesOf(this.#lead);
  }

  #bestOf(marks: PointMarks): { readonly anime: number; readonly score: number } | undefined {
    const { baseScores } = this.#catalog.columns;
    let best = -1;
    let score = -1;
    marks.visit((anime) => {
      const of = marks.pointsOf(anime) + (baseScores[anime] as number);
      if (of > score || (of === score && this.#catalog.isBefore(anime, best))) {
        best = anime;
        score = of;
      }
    });
    return best < 0 ? undefined : { anime: best, score };
  }
}
