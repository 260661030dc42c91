import type { SearchDocument, SearchIndex } from '../../src/graph/search/port.ts';

/** A search engine that a benchmark fills and asks. */
interface OpenedAdapter {
  readonly engine: SearchIndex;
  /** How long the filling itself took, where opening also starts a server. */
  readonly fillSeconds?: number;
  /** Brings a server that has just started up to its usual speed. */
  warmUp?(): Promise<void>;
  close(): Promise<void>;
}

export interface BenchAdapter {
  readonly name: string;
  /** Fills a new index; resolves when all is findable. */
  open(documents: readonly SearchDocument[]): Promise<OpenedAdapter>;
}
