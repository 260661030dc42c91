import type { SearchEngineKind, SearchIndexState } from '../model/vocabulary.ts';

/**
 * The search port: what the graph asks of a search engine. `search/elasticsearch` and `search/embedded` are its
 * adapters and pass one conformance suite (test/search/conformance.ts). docs/contract.md#search, docs/search.md.
 */

/** What the index knows of one anime. The indexer builds it from the tables. */
export interface SearchDocument {
  /** Canonical anime id, lower-case UUID. */
  readonly id: string;
  /** Rises with every change of the document; written as external version, so that an older write never wins. */
  readonly version: bigint;
  /** Every title, preferred first. */
  readonly titles: readonly string[];
  /** Catalog format, e.g. `tv`. */
  readonly format: string;
  /** Anime status, e.g. `airing`. */
  readonly status: string;
  readonly year: number | null;
  /** How well known the anime is, as the tables hold it: a small integer, 0 for what nobody knows. */
  readonly prominence: number;
}

/** A change to apply: a document, or the tombstone of an anime that is gone. */
export type SearchChange =
  | { readonly kind: 'upsert'; readonly document: SearchDocument }
  | { readonly kind: 'delete'; readonly id: string; readonly version: bigint };

export interface SearchFilters {
  readonly year?: number;
  readonly format?: string;
  readonly status?: string;
}

/**
 * Where a page ends: the stage that answered and the last hit's place in the order (score, id). Opaque to the graph;
 * JSON-serialisable, because it travels inside a signed cursor.
 */
export interface SearchPosition {
  readonly stage: number;
  /** The anime whose series the search looked into; null when it did not. */
  readonly lead: string | null;
  readonly score: number;
  readonly id: string;
  /** How many hits lie before the next page; the first 1,000 only are reachable. */
  readonly offset: number;
}

export interface SearchRequest {
  /** As sent, 1–200 code points, not all white space. */
  readonly q: string;
  readonly filters: SearchFilters;
  readonly limit: number;
  readonly after?: SearchPosition;
  readonly signal?: AbortSignal;
}

export interface SearchHit {
  readonly id: string;
  readonly position: SearchPosition;
}

export interface FacetValue {
  readonly value: string | number;
  readonly count: number;
}

export interface Facet {
  readonly field: 'format' | 'status' | 'year';
  /** At most 20, most frequent first, ties by value. */
  readonly values: readonly FacetValue[];
}

export interface SearchAnswer {
  /** Exact number of hits, those beyond the first 1,000 included. */
  readonly found: number;
  readonly hits: readonly SearchHit[];
  /** Whether a further page is reachable. */
  readonly hasNext: boolean;
  readonly facets: readonly Facet[];
}

/** Only the first 1,000 hits are accessible (docs/contract.md#limits). */
export const REACHABLE_HITS = 1000;

export interface SearchEngine {
  /** @throws SearchUnavailableError */
  search(request: SearchRequest): Promise<SearchAnswer>;
}

export interface SearchIndexStatus {
  /**
   * `missing`: nothing is published yet, every search is unavailable. `outdated`: another version of the normaliser or
   * of the mapping built it; it still answers, a rebuild is due. The engine being unreachable is no state: it throws.
   */
  readonly state: Exclude<SearchIndexState, 'unreachable' | 'off'>;
  /** The published index, e.g. `anime-catalog-v20240131120000-3f9c2a`; null when missing. */
  readonly name: string | null;
  /** How many anime it holds, tombstones not counted. */
  readonly documents: number;
  /** When it was created; null when missing. */
  readonly builtAt: Date | null;
  /** The life of the database that it was built from (Database.incarnation); null when missing or not told. */
  readonly incarnation: string | null;
}

/** A new index being filled beside the one that answers. One rebuild at a time: beginning another abandons this one. */
export interface SearchIndexRebuild {
  readonly name: string;
  /** As `SearchIndex.apply`, into the new index alone. @throws SearchUnavailableError */
  apply(changes: readonly SearchChange[]): Promise<void>;
  /** How many anime the new index holds, tombstones not counted. @throws SearchUnavailableError */
  count(): Promise<number>;
  /** Makes the new index fast to query, which may take a while; changes may still be applied. `publish` implies it. */
  settle(): Promise<void>;
  /**
   * Lets the new index answer, atomically: no search fails or sees both. The index that answered before is kept as the
   * previous one, the one before that is deleted. @throws SearchUnavailableError
   */
  publish(): Promise<void>;
  /** Throws the new index away. */
  abandon(): Promise<void>;
}

/** What the indexer drives: a search engine with its writing side. */
export interface SearchIndex extends SearchEngine {
  /** @throws SearchUnavailableError when the engine cannot be reached */
  status(): Promise<SearchIndexStatus>;
  /**
   * Applies changes to the published index, in any order and any number of times: an older or equal version than the
   * one already held, as a document or as a tombstone, changes nothing. Findable within a second of its return.
   * @throws SearchUnavailableError when the engine is away or nothing is published; some of the changes may be applied
   */
  apply(changes: readonly SearchChange[]): Promise<void>;
  /** Resolves when everything applied so far is findable. @throws SearchUnavailableError */
  refresh(): Promise<void>;
  /**
   * @param incarnation kept in the new index's own metadata: the life of the database that it is built from
   * @throws SearchUnavailableError
   */
  beginRebuild(incarnation?: string): Promise<SearchIndexRebuild>;
  /** Lets go of connections, files and memory. */
  close(): Promise<void>;
}

/** The search index as this process knows it. */
export interface SearchState {
  readonly engine: SearchEngineKind | null;
  readonly state: SearchIndexState;
  readonly index: string | null;
  readonly documents: number;
  readonly builtAt: Date | null;
  /** Seconds since the index last held everything that was committed; null where another process keeps it. */
  readonly lagSeconds: number | null;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
  readonly lastError: string | null;
  /** What an operator does about an engine that cannot be reached; null when it can be, or nobody knows. */
  readonly remedy: string | null;
}

/** The search index as an operator sees it, with the rebuilds that were asked for anywhere. */
export interface SearchReport extends SearchState {
  readonly rebuildWanted: number;
  readonly rebuildDone: number;
}

/** What an operator can ask of the search index. */
export interface SearchAdministration {
  /** Asks the engine, not the database; an engine that is away is a state. */
  state(): Promise<SearchState>;
  report(): Promise<SearchReport>;
  /** Asks for a rebuild. @returns its number; done when report().rebuildDone reaches it */
  requestRebuild(): Promise<number>;
}
