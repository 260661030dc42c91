import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SearchFilters, SearchIndex } from '../../../src/graph/search/port.ts';
import type { OpenIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { animeId, searchDocument } from './searchDocument.ts';

export function describeFilters(open: OpenIndex): void {
  describe('filters and facets', () => {
    let index: SearchIndex;
    const search = (q: string, filters: SearchFilters = {}) => index.search({ q, filters, limit: 50 });
    beforeAll(async () => {
      index = await open();
      await publish(index, [
        searchDocument(1, ['Alpha One'], { format: 'tv', status: 'airing', year: 2001 }),
        searchDocument(2, ['Alpha Two'], { format: 'tv', status: 'finished', year: 2001 }),
        searchDocument(3, ['Alpha Three'], { format: 'movie', status: 'finished', year: 1999 }),
        searchDocument(4, ['Alpha Four'], { format: 'ova', status: 'finished', year: null }),
        searchDocument(5, ['Alphb Typo'], { format: 'music', status: 'unknown', year: 2001 }),
        ...Array.from({ length: 50 }, (_, n) => searchDocument(100 + n, ['Yearly'], { year: 1950 + (n % 25) })),
      ]);
    });
    afterAll(() => index.close());

    test('counts each value, most frequent first, ties by value, years as numbers, an unknown year not at all', async () => {
      expect((await search('alpha')).facets).toEqual([
        {
          field: 'format',
          values: [
            { value: 'tv', count: 2 },
            { value: 'movie', count: 1 },
            { value: 'ova', count: 1 },
          ],
        },
        {
          field: 'status',
          values: [
            { value: 'finished', count: 3 },
            { value: 'airing', count: 1 },
          ],
        },
        {
          field: 'year',
          values: [
            { value: 2001, count: 2 },
            { value: 1999, count: 1 },
          ],
        },
      ]);
    });

    test('names at most 20 values', async () => {
      const [, , year] = (await search('yearly')).facets;
      expect(year?.values).toEqual(Array.from({ length: 20 }, (_, n) => ({ value: 1950 + n, count: 2 })));
    });

    test('filters by all that is given', async () => {
      const answer = await search('alpha', { format: 'tv', status: 'finished', year: 2001 });
      expect(answer.hits.map(({ id }) => id)).toEqual([animeId(2)]);
      expect(answer.found).toBe(1);
    });

    test.each<SearchFilters>([
      {},
      { format: 'tv' },
      { status: 'finished' },
      { year: 2001 },
      { format: 'tv', year: 1999 },
    ])('counts under %o what selecting the value finds', async (filters) => {
      const { facets } = await search('alpha', filters);
      for (const { field, values } of facets) {
        for (const { value, count } of values) {
          expect((await search('alpha', { ...filters, [field]: value })).found).toBe(count);
        }
      }
    });

    test('does not let a filter change what the query means', async () => {
      // Without the filter the whole words are found, so there is no typo to forgive with it either.
      const answer = await search('alpha', { format: 'music' });
      expect(answer).toMatchObject({ found: 0, hits: [], hasNext: false });
      expect(answer.facets[0]?.values).toContainEqual({ value: 'tv', count: 2 });
    });
  });
}
