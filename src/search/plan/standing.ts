import type { SearchDocument } from '../../graph/search/port.ts';

/** What being a sequel costs, and each number beyond the second. */
const SEQUEL = 40;
const LATER = 4;

/** Prominence from which contractions are looked for. */
export const CONTRACTED_FROM = 100;

/** The points that an anime has whatever the query: its prominence, less when it continues another. */
export function standing({ prominence }: Pick<SearchDocument, 'prominence'>, number: number): number {
  const continued = number < 2 ? 0 : SEQUEL + LATER * Math.min(number - 2, 10);
  return Math.max(0, prominence - continued);
}
