import type { SearchIndex } from '../../../src/graph/search/port.ts';

/** Opens an adapter on an index of its own, nothing published. */
export type OpenIndex = () => Promise<SearchIndex>;
