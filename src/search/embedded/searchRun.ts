import type { SearchPosition } from '../../graph/search/port.ts';
import { dependsOnLead, type Reading } from '../plan/clause.ts';
import { nextStage, type RankedHit, type SearchPlan } from '../plan/planSearch.ts';
import { bestHits } from './bestHits.ts';
import { ClauseMatcher } from './clauseMatcher.ts';
import type { IndexedCatalog } from './indexedCatalog.ts';
import { PointMarks } from './pointMarks.ts';

/** Runs the stages of one search after another. Keeps scratch memory between searches. */
export class SearchRun {
  /** The points that each anime got in the last search, without the base score. */
  readonly marks = new PointMarks();
  readonly #readingMarks = new PointMarks();
  readonly #catalog: IndexedCatalog;
  readonly #matcher: ClauseMatcher;

  constructor(catalog: IndexedCatalog) {
    this.#catalog = catalog;
    this.#matcher = new ClauseMatcher(catalog);
  }

  /**
   * Runs all stages up to that of the page before; for a first page as many as it takes.
   * @returns the last stage, and the lead: null as long as no stage has asked for it
   */
  run(plan: SearchPlan, after: SearchPosition | undefined): Pick<SearchPosition, 'stage' | 'lead'> {
    this.marks.reset(this.#catalog.capacity);
    this.#matcher.begin();
    let lead = after?.lead;
    let stage = 0;
    for (let next: number | undefined = 0; next !== undefined; ) {
      stage = next;
      const { readings = [] } = plan.stages[stage] ?? {};
      let series: readonly string[] = [];
      if (dependsOnLead(readings)) {
        if (lead === undefined) lead = this.#findLead(plan);
        if (lead !== null) series = this.#catalog.seriesOf(lead);
      }
      for (const reading of readings) this.#runReading(reading, series);
      if (after === undefined) next = nextStage(plan, stage, this.#best(this.marks)?.score);
      else next = stage < after.stage ? stage + 1 : undefined;
    }
    return { stage, lead: lead ?? null };
  }

  #runReading({ clauses, lifts }: Reading, series: readonly string[]): void {
    const marks = lifts.length === 0 ? this.marks : this.#readingMarks;
    if (lifts.length > 0) marks.reset(this.#catalog.capacity);
    for (const clause of clauses) this.#matcher.match(clause, marks, series);
    if (lifts.length === 0) return;
    for (const { trait, points } of lifts) {
      for (const anime of this.#catalog.keys.traits.carriersOf(trait)) marks.lift(anime, points);
    }
    marks.visit((anime) => this.marks.mark(anime, marks.pointsOf(anime)));
  }

  #findLead({ lead }: SearchPlan): string | null {
    const marks = this.#readingMarks;
    marks.reset(this.#catalog.capacity);
    for (const clause of lead) this.#matcher.match(clause, marks, []);
    return this.#best(marks)?.id ?? null;
  }

  #best(marks: PointMarks): RankedHit | undefined {
    const best = bestHits(this.#catalog, marks, 1);
    marks.visit((anime) => best.offer(anime));
    return best.hits()[0];
  }
}
