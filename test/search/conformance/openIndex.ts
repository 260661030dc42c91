import type { SearchIndex } from '../../../src/graph/search/port.ts';

export interface TestIndex extends SearchIndex {
  /** Resolves when all applied changes are searchable. */
  refresh(): Promise<void>;
}

/** Opens an adapter on an index of its own, nothing published. */
export type OpenIndex = () => Promise<TestIndex>;
