import type { SearchIndex } from '../../../src/graph/search/port.ts';

/** Searches until ten in a row are quick, at most half a minute: a server that has just started is slow, as no test means it. */
export async function warmUp(index: SearchIndex, q: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (let quick = 0; quick < 10 && Date.now() < deadline; ) {
    const began = performance.now();
    const answered = await index.search({ q, filters: {}, limit: 10 }).catch(() => undefined);
    quick = answered && performance.now() - began < 100 ? quick + 1 : 0;
  }
}
