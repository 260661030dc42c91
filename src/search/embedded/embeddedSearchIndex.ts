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
import { Generation } from './generation.ts';

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
    return this.#current().search(request);
  }

  async status(): Promise<SearchIndexStatus> {
    const published = this.#published;
    if (published === undefined)
      return { state: 'missing', name: null, documents: 0, builtAt: null, incarnation: null };
    const { name, size, builtAt, incarnation } = published;
    return { state: 'ready', name, documents: size, builtAt, incarnation };
  }

  async apply(changes: readonly SearchChange[]): Promise<void> {
    await this.#current().apply(changes);
  }

  async beginRebuild(incarnation?: string): Promise<SearchIndexRebuild> {
    this.#generations++;
    const name = `embedded-${NORMALISER_VERSION}-${this.#generations}`;
    const generation = new Generation(name, incarnation ?? null);
    this.#rebuilding = generation;
    const current = () => {
      if (this.#rebuilding !== generation) throw new SearchUnavailableError(`${name} was abandoned`);
      return generation;
    };
    return {
      name,
      apply: async (changes) => current().apply(changes),
      count: async () => current().size,
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
