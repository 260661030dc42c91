/**
 * The search port: what the graph asks of a search engine. `search/elasticsearch` and `search/embedded` are its adapters and
 * pass one conformance suite (test/search/conformance.ts). Contract: SearchAnime; design.md section 9.
 */

/** What the index knows of one anime. The indexer builds it from the tables. */
export interface SearchDocument {
  /** Canonical anime id, lower-case UUID. */
  readonly id: string;
  /** The anime's change version; written as external version, so that an older write never wins. */
  readonly version: bigint;
  /** Every title, preferred first. */
  readonly titles: readonly string[];
  /** Catalog format, e.g. `tv`. */
  readonly format: string;
  /** Anime status, e.g. `airing`. */
  readonly status: string;
  readonly year: number | null;
  /** Larger is more popular; null counts as 0. Only breaks ties. */
  readonly popularity: number | null;
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
 * Where a page ends: the stage that answered and the last hit's place in the order (tier, popularity, id). Opaque to the graph;
 * JSON-serialisable, because it travels inside a signed cursor.
 */
export interface SearchPosition {
  readonly stage: number;
  readonly tier: number;
  readonly popularity: number;
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

/** Only the first 1,000 hits are accessible (contract, SearchAnime rule 4). */
export const REACHABLE_HITS = 1000;

/** Search is off, unreachable, being built or too slow: the caller answers 503 `search_unavailable`, never an empty page. */
export class SearchUnavailableError extends Error {
  override readonly name = 'SearchUnavailableError';
}

export interface SearchEngine {
  /** @throws SearchUnavailableError */
  search(request: SearchRequest): Promise<SearchAnswer>;
}
