import type { SearchDocument } from '../../graph/search/port.ts';
import { documentKeys } from '../normaliser/documentKeys.ts';
import { rankedPopularity } from '../plan/hitOrder.ts';

/** A document as the index stores it: ready keys and tokens, see `mapping.ts`. */
export function indexedDocument(document: SearchDocument): Record<string, unknown> {
  const { id, titles, format, status, year, popularity } = document;
  return { id, ...documentKeys(titles), format, status, year, popularity: rankedPopularity(popularity) };
}
