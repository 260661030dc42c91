import { SearchUnavailableError } from '../../graph/model/errors.ts';
import type {
  SearchAnswer,
  SearchChange,
  SearchIndex,
  SearchIndexRebuild,
  SearchIndexStatus,
  SearchRequest,
} from '../../graph/search/port.ts';
import { readQuery } from '../interpretation/readQuery.ts';
import { NORMALISER_VERSION } from '../normaliser/version.ts';
import { planSearch } from '../plan/planSearch.ts';
import { answerOf } from '../plan/rankedPage.ts';
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
    const answered = this.#run.run(planSearch(request.q), request.after);
    return answerOf(request, answered, rankHits(this.#catalog, this.#run.marks, request));
  }
}
