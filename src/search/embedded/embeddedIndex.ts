import { REACHABLE_HITS, type SearchAnswer, type SearchChange, type SearchRequest } from '../../graph/search/port.ts';
import { nextStage, planSearch } from '../plan/planSearch.ts';
import { TimeSlices } from '../timeSlices.ts';
import { IndexedCatalog } from './indexedCatalog.ts';
import { rankHits } from './rankHits.ts';
import { SearchRun } from './searchRun.ts';

/** One generation of the embedded index: filled while it is searched, replaced as a whole by a rebuild. */
export class EmbeddedIndex {
  readonly #catalog = new IndexedCatalog();
  readonly #run = new SearchRun(this.#catalog);
  readonly #slices = new TimeSlices();

  get size(): number {
    return this.#catalog.size;
  }

  /** Applies in slices of a few milliseconds, fewer of them while there are requests: these are answered meanwhile. */
  async apply(changes: Iterable<SearchChange> | AsyncIterable<SearchChange>): Promise<void> {
    for await (const change of changes) {
      this.#catalog.apply(change);
      await this.#slices.pauseWhenDue();
    }
  }

  search(request: SearchRequest): SearchAnswer {
    const { q, filters, limit, after } = request;
    const plan = planSearch(q);
    const run = this.#run;
    run.begin(plan, after?.lead);
    let stage = 0;
    run.stage(stage);
    for (;;) {
      const next =
        after === undefined ? nextStage(plan, stage, run.best()) : stage < after.stage ? stage + 1 : undefined;
      if (next === undefined) break;
      stage = next;
      run.stage(stage);
    }
    const before = after?.offset ?? 0;
    const reachable = Math.max(0, Math.min(limit, REACHABLE_HITS - before));
    const ranked = rankHits(this.#catalog, run.marks, filters, reachable, after);
    const lead = run.leadId;
    return {
      found: ranked.found,
      hits: ranked.hits.map((hit, i) => ({
        id: hit.id,
        position: { stage, lead, ...hit, offset: before + i + 1 },
      })),
      hasNext: ranked.more && before + ranked.hits.length < REACHABLE_HITS,
      facets: ranked.facets,
    };
  }
}
