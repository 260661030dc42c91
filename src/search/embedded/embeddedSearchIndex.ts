import { SearchUnavailableError } from '../../graph/model/errors.ts';
import type {
  SearchAnswer,
  SearchChange,
  SearchIndex,
  SearchIndexRebuild,
  SearchIndexStatus,
  SearchRequest,
} from '../../graph/search/port.ts';
import { NORMALISER_VERSION } from '../normaliser/version.ts';
import { EmbeddedIndex } from './embeddedIndex.ts';

interface Generation {
  readonly name: string;
  readonly index: EmbeddedIndex;
  readonly builtAt: Date;
  readonly incarnation: string | null;
}

/**
 * The search index inside this process: memory only, filled from the tables at every start, so it is never outdated. Until the
 * first rebuild is published every search is unavailable.
 */
export class EmbeddedSearchIndex implements SearchIndex {
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
      settle: async () => {},
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
