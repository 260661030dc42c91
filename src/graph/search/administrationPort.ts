import type { SearchEngineKind, SearchIndexState } from '../model/vocabulary.ts';

/** From so many anime on Elasticsearch is the way: an index in memory takes half a minute of CPU at each start. */
export const MOST_IN_MEMORY = 100_000;

/** The state of the search index, as this process knows it. */
export interface SearchState {
  readonly engine: SearchEngineKind | null;
  readonly state: SearchIndexState;
  readonly index: string | null;
  readonly documents: number;
  readonly builtAt: Date | null;
  /** Seconds since the index last held every commit; null where another process maintains it. */
  readonly lagSeconds: number | null;
  /** How long this process took to fill the index; null where it did not. */
  readonly fillSeconds: number | null;
  /** About what an index in memory takes of this process; null for Elasticsearch. */
  readonly memoryBytes: number | null;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
  readonly lastError: string | null;
  /** The remedy for an unreachable engine; null when it is reachable, or none is known. */
  readonly remedy: string | null;
}

/** The state of the search index for an operator, with the rebuilds requested by any process. */
interface SearchReport extends SearchState {
  readonly rebuildWanted: number;
  readonly rebuildDone: number;
}

/** The operator's interface to the search index. */
export interface SearchAdministration {
  /** Queries the engine, not the database; an unreachable engine is a state. */
  state(): Promise<SearchState>;
  report(): Promise<SearchReport>;
  /** Requests a rebuild. @returns its number; done when report().rebuildDone reaches it */
  requestRebuild(): Promise<number>;
}
