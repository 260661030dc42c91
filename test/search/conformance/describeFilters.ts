import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FURTHER_FACETS, type FurtherFacet } from '../../../src/graph/model/vocabulary.ts';
import type { SearchFilters, SearchIndex } from '../../../src/graph/search/port.ts';
import type { OpenIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { animeId, searchDocument } from './searchDocument.ts';
import { walk } from './walk.ts';

const A = { season: 'fall', genre: ['drama', 'action'], studio: ['wit'], isAdult: false, startDate: '2001-10-06' };
const B = {
  season: 'fall',
  genre: ['action'],
  studio: ['wit', 'bones'],
  isAdult: true,
  episodes: 12,
  airing: 'monday',
};
const C = { season: 'winter', genre: ['action', 'drama'], studio: [], startDate: '1999-01-01', episodes: 1 };

export function describeFilters(open: OpenIndex): void {
  describe('filters and facets', () => {
    let index: SearchIndex;
    const search = (q: string, filters: SearchFilters = {}) => index.search({ q, filters, limit: 50 });
    beforeAll(async () => {
      index = await open();
      await publish(index, [
        searchDocument(1, ['Alpha One'], { format: 'tv', status: 'airing', year: 2001, ...A }),
        searchDocument(2, ['Alpha Two'], { format: 'tv', status: 'finished', year: 2001, ...B }),
        searchDocument(3, ['Alpha Three'], { format: 'movie', status: 'finished', year: 1999, ...C }),
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

    test.each<[SearchFilters, readonly number[]]>([
      [{ format: ['tv'], status: ['finished'], year: 2001 }, [2]],
      [{ genre: ['action'] }, [1, 2, 3]],
      [{ genre: ['drama', 'action'] }, [1, 3]],
      [{ studio: ['bones'] }, [2]],
      [{ studio: ['bones', 'wit', 'mappa'] }, [1, 2]],
      [{ season: ['winter', 'spring'] }, [3]],
      [{ airing: ['monday', 'friday'] }, [2]],
      [{ airing: ['friday'] }, []],
      [{ isAdult: [true] }, [2]],
      [{ isAdult: [false, null] }, [1, 3, 4]],
      [{ isAdult: [null] }, [3, 4]],
      [{ startDate: { from: '1999-01-01', to: '2001-10-05' } }, [3]],
      [{ startDate: { from: '1999-01-02', to: null } }, [1]],
      [{ startDate: { from: null, to: '2001-10-06' } }, [1, 3]],
      [{ episodes: { from: 1, to: 11 } }, [3]],
      [{ episodes: { from: 0, to: null } }, [2, 3]],
      [{ format: ['tv', 'movie'], genre: ['drama'], episodes: { from: 1, to: 1 } }, [3]],
    ])('filters by %j', async (filters, numbers) => {
      const { hits, found } = await search('alpha', filters);
      expect(hits.map(({ id }) => id).sort()).toEqual(numbers.map(animeId));
      expect(found).toBe(numbers.length);
      // A page that follows has the same filters and facets.
      const request = { q: 'alpha', filters, facets: FURTHER_FACETS, limit: 1 };
      const pages = await walk(index, request);
      expect(pages.flatMap((page) => page.hits.map(({ id }) => id)).sort()).toEqual(numbers.map(animeId));
    });

    test('counts further facets where they are requested alone; a further genre narrows', async () => {
      const request = { q: 'alpha', filters: { genre: ['drama'] }, limit: 50 };
      const fields = async (facets: readonly FurtherFacet[]) =>
        (await index.search({ ...request, facets })).facets.map(({ field }) => field);
      expect(await fields([])).toEqual(['format', 'status', 'year']);
      expect(await fields(['studio', 'season'])).toEqual(['format', 'status', 'year', 'season', 'studio']);
      const { facets } = await index.search({ ...request, facets: FURTHER_FACETS });
      expect(facets.slice(3)).toEqual([
        {
          field: 'season',
          values: [
            { value: 'fall', count: 1 },
            { value: 'winter', count: 1 },
          ],
        },
        {
          field: 'genre',
          values: [
            { value: 'action', count: 2 },
            { value: 'drama', count: 2 },
          ],
        },
        { field: 'studio', values: [{ value: 'wit', count: 1 }] },
      ]);
    });

    test('does not let a filter change what the query means', async () => {
      // Without the filter the whole words are found, so there is no typo to forgive with it either.
      const answer = await search('alpha', { format: ['music'] });
      expect(answer).toMatchObject({ found: 0, hits: [], hasNext: false });
      expect(answer.facets[0]?.values).toContainEqual({ value: 'tv', count: 2 });
    });
  });
}
