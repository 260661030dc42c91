import type { SearchDocument } from '../../graph/search/port.ts';
import { indexedKeys } from '../plan/indexedKeys.ts';
import { standing } from '../plan/standing.ts';
import { STANDING_FIELD, wordsField } from './mapping.ts';

/** A document as the index stores it: ready keys and tokens, see `mapping.ts`. */
export function indexedDocument(document: SearchDocument): Record<string, unknown> {
  const { id, format, status, year } = document;
  const { words, number, ...keys } = indexedKeys(document);
  return {
    id,
    ...keys,
    ...Object.fromEntries(words.map((titles, length) => [wordsField(length), titles])),
    format,
    status,
    year,
    [STANDING_FIELD]: standing(document, number),
  };
}
