import type { SearchDocument, SearchIndex } from '../../src/graph/search/port.ts';
import { percentile } from '../percentile.ts';

export interface ChangeFigures {
  readonly changes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Times single changes, each a new title and so new keys, until they are findable. */
export async function measureChanges(
  engine: SearchIndex,
  documents: readonly SearchDocument[],
  changes: number,
): Promise<ChangeFigures> {
  const step = Math.max(1, Math.floor(documents.length / changes));
  const times: number[] = [];
  for (let i = 0; i < documents.length && times.length < changes; i += step) {
    const document = documents[i] as SearchDocument;
    const changed = {
      ...document,
      version: document.version + 1n,
      titles: [...document.titles, `Revised ${i} of ${document.titles[0]}`],
    };
    const start = performance.now();
    await engine.apply([{ kind: 'upsert', document: changed }]);
    await engine.refresh();
    times.push(performance.now() - start);
  }
  return { changes: times.length, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
