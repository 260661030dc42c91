import type { SearchAnswer, SearchChange, SearchPosition, SearchRequest } from '../../graph/search/port.ts';
import { ClauseMatcher } from '../memory/clauseMatcher.ts';
import { IndexedCatalog } from '../memory/indexedCatalog.ts';
import { PointMarks } from '../memory/pointMarks.ts';
import { dependsOnLead, type Reading } from '../plan/clause.ts';
import { nextStage, planSearch, type RankedHit, readingsOf, type SearchPlan } from '../plan/planSearch.ts';
import { answerOf } from '../plan/rankedPage.ts';
import { TimeSlices } from '../timeSlices.ts';
import { bestHits, rankHits } from './rankHits.ts';

/**
 * One generation of the embedded index: filled while it is searched, replaced as a whole by a rebuild. Keeps scratch
 * memory between searches.
 */
export class Generation {
  readonly name: string;
  readonly incarnation: string | null;
  readonly builtAt = new Date();
  readonly #catalog = new IndexedCatalog();
  readonly #matcher = new ClauseMatcher(this.#catalog);
  /** The points that each anime got in the last search, without the base score. */
  readonly #marks = new PointMarks();
  readonly #readingMarks = new PointMarks();
  readonly #slices = new TimeSlices();

  constructor(name: string, incarnation: string | null) {
    this.name = name;
    this.incarnation = incarnation;
  }

  get size(): number {
    return this.#catalog.size;
  }

  /** Applies in slices of a few milliseconds, between which requests are answered. */
  async apply(changes: readonly SearchChange[]): Promise<void> {
    for (const change of changes) {
      this.#catalog.apply(change);
      await this.#slices.pauseWhenDue();
    }
  }

  search(request: SearchRequest): SearchAnswer {
    const answered = this.#run(planSearch(request.q), request.after);
    return answerOf(request, answered, rankHits(this.#catalog, this.#marks, request));
  }

  /**
   * Runs the stages of the page before; for a first page as many as it takes.
   * @returns the stages, and the lead: null as long as no stage has asked for it
   */
  #run(plan: SearchPlan, after: SearchPosition | undefined): Pick<SearchPosition, 'stages' | 'lead'> {
    this.#marks.reset(this.#catalog.capacity);
    this.#matcher.begin();
    let lead = after?.lead;
    const run = (readings: readonly Reading[]) => {
      let series: readonly string[] = [];
      if (dependsOnLead(readings)) {
        if (lead === undefined) lead = this.#findLead(plan);
        if (lead !== null) series = this.#catalog.seriesOf(lead);
      }
      for (const reading of readings) this.#runReading(reading, series);
    };
    let stages = after?.stages ?? 0;
    run(readingsOf(plan, stages));
    let next = after === undefined ? 0 : undefined;
    while (next !== undefined) {
      run(plan.stages[next]?.readings ?? []);
      stages |= 1 << next;
      next = nextStage(plan, next, this.#best(this.#marks)?.score);
    }
    return { stages, lead: lead ?? null };
  }

  #runReading({ clauses, lifts, only }: Reading, series: readonly string[]): void {
    const marks = lifts.length === 0 ? this.#marks : this.#readingMarks;
    if (lifts.length > 0) marks.reset(this.#catalog.capacity);
    for (const clause of clauses) this.#matcher.match(clause, marks, series);
    if (lifts.length === 0) return;
    for (const { trait, points } of lifts) {
      for (const anime of this.#catalog.keys.traits.carriersOf(trait)) marks.lift(anime, points);
    }
    const { traits } = this.#catalog.keys;
    const chosen = only === undefined ? undefined : new Set(traits.carriersOf(only));
    marks.visit((anime) => {
      if (chosen?.has(anime) ?? true) this.#marks.mark(anime, marks.pointsOf(anime));
    });
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
