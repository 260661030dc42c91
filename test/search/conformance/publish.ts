import type { SearchDocument, SearchIndex } from '../../../src/graph/search/port.ts';
import { upserts } from './searchDocument.ts';

/** Fills an index from nothing and lets it answer. */
export async function publish(index: SearchIndex, documents: readonly SearchDocument[]): Promise<void> {
  const rebuild = await index.beginRebuild();
  await rebuild.apply(upserts(documents));
  await rebuild.publish();
}
