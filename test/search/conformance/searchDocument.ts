import type { SearchChange, SearchDocument } from '../../../src/graph/search/port.ts';

/** The id of the n-th anime of a test; ids sort as their numbers. */
export function animeId(n: number): string {
  return `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A document without titles of which little is known. */
export const PLAIN: SearchDocument = {
  id: animeId(0),
  version: 1n,
  titles: [],
  format: 'tv',
  status: 'finished',
  year: null,
  season: null,
  genre: [],
  studio: [],
  isAdult: null,
  startDate: null,
  episodes: null,
  airing: null,
  prominence: 0,
};

/** A document with these titles; what is not given is unremarkable. */
export function searchDocument(
  n: number,
  titles: readonly string[],
  rest: Partial<SearchDocument> = {},
): SearchDocument {
  return { ...PLAIN, id: animeId(n), titles, year: 2020, ...rest };
}

export function upserts(documents: readonly SearchDocument[]): SearchChange[] {
  return documents.map((document) => ({ kind: 'upsert', document }));
}
