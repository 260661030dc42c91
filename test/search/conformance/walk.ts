import type { SearchAnswer, SearchIndex, SearchPosition, SearchRequest } from '../../../src/graph/search/port.ts';

/** Every page of a search. A position travels as JSON, as it does inside a cursor. */
export async function walk(index: SearchIndex, request: SearchRequest): Promise<SearchAnswer[]> {
  const pages: SearchAnswer[] = [];
  let after: SearchPosition | undefined;
  for (;;) {
    const page = await index.search({ ...request, ...(after && { after }) });
    pages.push(page);
    const last = page.hits.at(-1);
    if (!page.hasNext || !last) return pages;
    after = JSON.parse(JSON.stringify(last.position)) as SearchPosition;
  }
}
