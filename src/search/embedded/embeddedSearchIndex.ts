import { SearchUnavailableError } from '../../graph/model/errors.ts';
import {
  REACHABLE_HITS,
  type SearchAnswer,
  type SearchChange,
  type SearchIndex,
  type SearchIndexRebuild,
  type SearchIndexStatus,
  type SearchRequest,
} from '../../graph/search/port.ts';
import { readQuery } from '../interpretation/readQuery.ts';
import { NORMALISER_VERSION } from '../normaliser/version.ts';
import { nextStage, planSearch } from '../plan/planSearch.ts';
import { TimeSlices } from '../timeSlices.ts';
import { IndexedCatalog } from './indexedCatalog.ts';
import { rankHits } from './rankHits.ts';
import { SearchRun } from './searchRun.ts';

interface Generation {
  readonly name: string;
  readonly index: EmbeddedIndex;
  readonly builtAt: Date;
  readonly incarnation: string | null;
}

/**
 * The search index inside this process: memory only, filled from the tables at every start, so it is never outdated.
 * Until the first rebuild is published every search is unavailable.
 */
export class EmbeddedSearchIndex implements SearchIndex {
  readonly read = readQuery;

  #published: Generation | undefined;
  #rebuilding: Generation | undefined;
  #generations = 0;

  async search(request: SearchRequest): Promise<SearchAnswer> {
    request.signal?.throwIfAborted();
    return this.#current().index.search(request);
  }

  async status(): Promise<SearchIndexStatus> {
    const published = this.#published;
    if (published === undefined)
      return { state: 'missing', name: null, documents: 0, builtAt: null, incarnation: null };
    const { name, index, builtAt, incarnation } = published;
    return { state: 'ready', name, documents: index.size, builtAt, incarnation };
  }

  async apply(changes: readonly SearchChange[]): Promise<void> {
    await this.#current().index.apply(changes);
  }

  /** What is applied is findable at once. */
  async refresh(): Promise<void> {
    this.#current();
  }

  async beginRebuild(incarnation?: string): Promise<SearchIndexRebuild> {
    this.#generations++;
    const generation: Generation = {
      name: `embedded-${NORMALISER_VERSION}-${this.#generations}`,
      index: new EmbeddedIndex(),
      builtAt: new Date(),
      incarnation: incarnation ?? null,
    };
    this.#rebuilding = generation;
    const current = () => {
      if (this.#rebuilding !== generation) throw new SearchUnavailableError(`${generation.name} was abandoned`);
      return generation;
    };
    return {
      name: generation.name,
      apply: async (changes) => current().index.apply(changes),
      count: async () => current().index.size,
      settle: async () => void current(),
      publish: async () => {
        this.#published = current();
        this.#rebuilding = undefined;
      },
      abandon: async () => {
        if (this.#rebuilding === generation) this.#rebuilding = undefined;
      },
    };
  }

  async close(): Promise<void> {
    this.#published = undefined;
    this.#rebuilding = undefined;
  }

  #current(): Generation {
    if (this.#published === undefined) throw new SearchUnavailableError('The search index is being built.');
    return this.#published;
  }
}

/** One generation of the embedded index: filled while it is searched, replaced as a whole by a rebuild. */
class EmbeddedIndex {
  readonly #catalog = new IndexedCatalog();
  readonly #run = new SearchRun(this.#catalog);
  readonly #slices = new TimeSlices();

  get size(): number {
    return this.#catalog.size;
  }

  /**
   * Applies in slices of a few milliseconds, between which requests are
   * answered; fewer of them while there are requests.
   */
  async apply(changes: Iterable<SearchChange> | AsyncIterable<SearchChange>): Promise<void> {
    for await (const change of changes) {
      this.#catalog.apply(change);
      await this.#slices.pauseWhenDue();
    }
  }

  search(request: SearchRequest): SearchAnswer {
    const { q, limit, after } = request;
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
    const ranked = rankHits(this.#catalog, run.marks, request, reachable, after);
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
