import type { FacetField, FurtherFacet, SearchIndexState } from '../model/vocabulary.ts';
import type { QueryReading } from './queryReading.ts';

/**
 * The search port: the graph's interface to a search engine. `search/elasticsearch` and `search/embedded` are its
 * adapters and pass one conformance suite (test/search/conformance.ts). docs/contract.md#search, docs/search.md.
 */

/** What an anime can be filtered by. */
export interface FilteredFields {
  /** Catalog format, e.g. `tv`. */
  readonly format: string;
  /** Anime status, e.g. `airing`. */
  readonly status: string;
  readonly year: number | null;
  readonly season: string | null;
  /** Slugs. */
  readonly genre: readonly string[];
  /** Slugs. */
  readonly studio: readonly string[];
  readonly isAdult: boolean | null;
  /** yyyy-MM-dd. */
  readonly startDate: string | null;
  /** How many the work has. */
  readonly episodes: number | null;
  /** Of an airing anime, the weekday of its broadcast, e.g. `monday`. */
  readonly airing: string | null;
}

/** The index document of an anime, which the indexer builds from the tables. */
export interface SearchDocument extends FilteredFields {
  /** Canonical anime id, lower-case UUID. */
  readonly id: string;
  /** Rises with every change of the document; written as external version, so that an older write never wins. */
  readonly version: bigint;
  /** Every title, preferred first. */
  readonly titles: readonly string[];
  /** How well known the anime is: a small integer from the tables, 0 when unknown. */
  readonly prominence: number;
}

/** A change to apply: a document, or the tombstone of a removed anime. */
export type SearchChange =
  | { readonly kind: 'upsert'; readonly document: SearchDocument }
  | { readonly kind: 'delete'; readonly id: string; readonly version: bigint };

/** Both ends included; null where it is open. What is unknown is in no span. */
export interface Span<Value> {
  readonly from: Value | null;
  readonly to: Value | null;
}

/** Each that is given must fit; a list has at least one value. */
export interface SearchFilters {
  readonly year?: number;
  /** One of these; so too `format`, `status` and `studio`. */
  readonly season?: readonly string[];
  readonly format?: readonly string[];
  readonly status?: readonly string[];
  /** All of these. */
  readonly genre?: readonly string[];
  readonly studio?: readonly string[];
  /** One of these, null for unknown. */
  readonly isAdult?: readonly (boolean | null)[];
  readonly startDate?: Span<string>;
  readonly episodes?: Span<number>;
  /** One of these weekdays. */
  readonly airing?: readonly string[];
}

/**
 * The end of a page: the stages that answered, as bits, and the last hit's position in the order (score, id). Opaque to
 * the graph; JSON-serialisable, because it travels inside a signed cursor.
 */
export interface SearchPosition {
  readonly stages: number;
  /** The anime whose series the search covered; null without one. */
  readonly lead: string | null;
  readonly score: number;
  readonly id: string;
  /** The number of hits before the next page; only the first 1,000 are reachable. */
  readonly offset: number;
}

export interface SearchRequest {
  /** As sent, 1–200 code points, not all white space. */
  readonly q: string;
  readonly filters: SearchFilters;
  /** Facets to count beside the standard ones. */
  readonly facets?: readonly FurtherFacet[];
  readonly limit: number;
  readonly after?: SearchPosition;
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
  readonly field: FacetField;
  /** At most 20, most frequent first, ties by value. */
  readonly values: readonly FacetValue[];
}

export interface SearchAnswer {
  /** Exact number of hits, including those beyond the first 1,000. */
  readonly found: number;
  readonly hits: readonly SearchHit[];
  /** Whether a further page is reachable. */
  readonly hasNext: boolean;
  /** The standard ones, then those requested, in the order of the vocabulary. */
  readonly facets: readonly Facet[];
}

/** Only the first 1,000 hits are accessible (docs/contract.md#limits). */
export const REACHABLE_HITS = 1000;

export interface SearchEngine {
  /** @throws SearchUnavailableError */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** Asks no server; every adapter reads a query alike. */
  read(q: string): QueryReading;
}

export interface SearchIndexStatus {
  /**
   * `missing`: nothing is published yet, every search is unavailable. `outdated`: built by another version of the
   * normaliser or the mapping; it still answers, a rebuild is due. An unreachable engine is not a state: it throws.
   */
  readonly state: Exclude<SearchIndexState, 'unreachable' | 'off'>;
  /** The published index, e.g. `anime-catalog-v20240131120000-3f9c2a`; null when missing. */
  readonly name: string | null;
  /** The number of anime in it, without tombstones. */
  readonly documents: number;
  /** When it was created; null when missing. */
  readonly builtAt: Date | null;
  /** The incarnation of the database that it was built from; null when missing or not recorded. */
  readonly incarnation: string | null;
}

/** A new index, filled beside the serving one. Only one rebuild runs at a time: beginning another abandons this one. */
export interface SearchIndexRebuild {
  readonly name: string;
  /** As `SearchIndex.apply`, into the new index alone. @throws SearchUnavailableError */
  apply(changes: readonly SearchChange[]): Promise<void>;
  /** The number of anime in the new index, without tombstones. @throws SearchUnavailableError */
  count(): Promise<number>;
  /** Makes the new index fast to query, which may take a while; changes may still be applied. `publish` implies it. */
  settle(): Promise<void>;
  /**
   * Makes the new index serve, atomically: no search fails or sees both. The next rebuild deletes the
   * earlier index. @throws SearchUnavailableError
   */
  publish(): Promise<void>;
  /** Deletes the new index. */
  abandon(): Promise<void>;
}

/** The indexer's interface: a search engine with its writing side. */
export interface SearchIndex extends SearchEngine {
  /** @throws SearchUnavailableError when the engine cannot be reached */
  status(): Promise<SearchIndexStatus>;
  /**
   * Applies changes to the published index, in any order and any number of times: a version older than or equal to that
   * of the stored document or tombstone changes nothing. Searchable within a second of its return.
   * @throws SearchUnavailableError when the engine is unreachable or nothing is published; some of the changes may be
   * applied
   */
  apply(changes: readonly SearchChange[]): Promise<void>;
  /**
   * @param incarnation that of the source database, kept in the new index's metadata
   * @throws SearchUnavailableError
   */
  beginRebuild(incarnation?: string): Promise<SearchIndexRebuild>;
  /** Releases connections, files and memory. */
  close(): Promise<void>;
}
