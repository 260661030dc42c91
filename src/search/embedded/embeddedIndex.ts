import { REACHABLE_HITS, type SearchAnswer, type SearchChange, type SearchRequest } from '../../graph/search/port.ts';
import { needsNextStage, planSearch } from '../plan/planSearch.ts';
import { TimeSlices } from '../timeSlices.ts';
import { ClauseMatcher } from './clauseMatcher.ts';
import { IndexedCatalog } from './indexedCatalog.ts';
import { rankHits } from './rankHits.ts';
import { TierMarks } from './tierMarks.ts';

/** One generation of the embedded index: filled while it is searched, replaced as a whole by a rebuild. */
export class EmbeddedIndex {
  readonly #catalog = new IndexedCatalog();
  readonly #matcher = new ClauseMatcher(this.#catalog);
  readonly #marks = new TierMarks();

  get size(): number {
    return this.#catalog.size;
  }

  /** Applies in slices of a few milliseconds, so that requests are answered meanwhile. */
  async apply(changes: Iterable<SearchChange> | AsyncIterable<SearchChange>): Promise<void> {
    const slices = new TimeSlices();
    for await (const change of changes) {
      this.#catalog.apply(change);
      await slices.pauseWhenDue();
    }
  }

  search(request: SearchRequest): SearchAnswer {
    const { q, filters, limit, after } = request;
    const plan = planSearch(q);
    const marks = this.#marks;
    marks.reset(this.#catalog.capacity);
    let stage = 0;
    const run = () => {
      for (const clause of plan.stages[stage] ?? []) this.#matcher.match(clause, marks);
    };
    run();
    while (after === undefined ? needsNextStage(plan, stage, marks.best) : stage < after.stage) {
      stage++;
      run();
    }
    const before = after?.offset ?? 0;
    const reachable = Math.max(0, Math.min(limit, REACHABLE_HITS - before));
    const ranked = rankHits(this.#catalog, marks, filters, reachable, after);
    return {
      found: ranked.found,
      hits: ranked.hits.map((hit, i) => ({ id: hit.id, position: { stage, ...hit, offset: before + i + 1 } })),
      hasNext: ranked.more && before + ranked.hits.length < REACHABLE_HITS,
      facets: ranked.facets,
    };
  }
}
