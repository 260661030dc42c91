import type { SearchFilters, SearchIndex } from '../../../src/graph/search/port.ts';

/** The ids on the first page, in order. */
export async function find(index: SearchIndex, q: string, filters: SearchFilters = {}, limit = 50): Promise<string[]> {
  return (await index.search({ q, filters, limit })).hits.map(({ id }) => id);
}
