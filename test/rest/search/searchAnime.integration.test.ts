import { describe, expect, test } from '@jest/globals';
import { SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import type { SearchEngine } from '../../../src/graph/search/port.ts';
import { problemSchema } from '../../../src/rest/problem/problemDocument.ts';
import { readQuery } from '../../../src/search/interpretation/readQuery.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openSampleApi } from '../support/openSampleApi.ts';

describeWith(['postgres'], 'SearchAnime', () => {
  interface SearchPage {
    readonly items: readonly {
      readonly id: string;
      readonly title: string;
      readonly matchedTitle: { readonly title: string; readonly language: string | null; readonly ranges: unknown };
    }[];
    readonly page: { readonly nextCursor: string | null };
    readonly found: number;
    readonly truncated: boolean;
    readonly interpretation: object;
    readonly facets: readonly {
      readonly field: string;
      readonly values: readonly { value: unknown; count: number }[];
    }[];
  }

  const api = ofSuite(openSampleApi);

  async function search(query: string): Promise<SearchPage> {
    const answer = await api.get(`/v1/search?${query}`);
    expect({ query, status: answer.status }).toEqual({ query, status: 200 });
    return answer.json<SearchPage>();
  }

  test('finds a title in any of its languages, as the whole resource', async () => {
    for (const q of ['Shingeki no Kyojin', '進撃の巨人', 'aot', 'shingeki', 'shngeki no kyojin']) {
      const { items, found, truncated, page } = await search(`q=${encodeURIComponent(q)}`);
      const [{ matchedTitle, ...anime } = { matchedTitle: null }] = items;
      expect(anime).toEqual((await api.get(`/v1/anime/${api.animeId}`)).json());
      expect(matchedTitle).toMatchObject({ title: expect.any(String), ranges: expect.any(Array) });
      expect({ found, truncated, page }).toEqual({ found: 1, truncated: false, page: { nextCursor: null } });
    }
  });

  test('the title is a member that fields chooses, on cached pages too', async () => {
    for (let n = 0; n < 3; n++) {
      const { items } = await search('q=kyojin&fields=id,matchedTitle');
      expect(items).toEqual([
        {
          id: api.animeId,
          matchedTitle: { title: 'Shingeki no Kyojin', language: 'ja-Latn', ranges: [{ start: 12, end: 18 }] },
        },
      ]);
    }
  });

  test('every page says how the text was understood', async () => {
    const nothing = { year: null, season: null, number: null, part: null, format: null, isFinal: false };
    for (const [q, interpretation] of [
      ['shingeki no kyojin', { ...nothing, matchedBy: 'words', corrected: [], leftOut: [], unmet: [] }],
      [
        'watch shingeki no kyoijn season 2 2017 movie',
        { ...nothing, season: 2, year: 2017, format: 'movie', matchedBy: 'part' },
      ],
      [
        'qqqqqqqq part 3 final season',
        { ...nothing, part: 3, isFinal: true, matchedBy: null, corrected: [], leftOut: [] },
      ],
    ] as const) {
      expect((await search(`q=${encodeURIComponent(q)}`)).interpretation).toMatchObject(interpretation);
    }
  });

  test('facets count what selecting them finds, years as numbers', async () => {
    const { facets } = await search('q=anime');
    expect(facets).toEqual([
      {
        field: 'format',
        values: [
          { value: 'movie', count: 15 },
          { value: 'ova', count: 14 },
        ],
      },
      { field: 'status', values: [{ value: 'airing', count: 29 }] },
      { field: 'year', values: [{ value: 2024, count: 29 }] },
    ]);
    for (const { field, values } of facets) {
      for (const { value, count } of values) expect((await search(`q=anime&${field}=${value}`)).found).toBe(count);
    }
  });

  test('every filter and further facet counts what selecting it finds', async () => {
    const counted = await search('q=anime&facets=studio,genre,season');
    expect(counted.facets.map(({ field }) => field)).toEqual(['format', 'status', 'year', 'season', 'genre', 'studio']);
    expect(counted.facets[4]?.values).toEqual([{ value: 'drama', count: 29 }]);
    expect(counted.facets[5]?.values.map(({ value }) => value).sort()).toEqual(['studio-0', 'studio-1', 'studio-2']);
    for (const [filter, found] of [
      ...counted.facets.flatMap(({ field, values }) =>
        values.map(({ value, count }) => [`${field}=${value}`, count] as const),
      ),
      ['studio=studio-0,studio-1,studio-2', 29],
      ['format=movie,ova', 29],
      ['format=tv,movie&studio=studio-0', 5],
      ['genre=drama,action', 0],
      ['startDate=2024-02-03..2024-02-05', 3],
      ['startDate=..2024-02-02', 2],
      ['isAdult=unknown', 29],
      ['isAdult=true,false', 0],
      ['episodes=1..', 0],
    ] as const) {
      expect({ filter, found: (await search(`q=anime&${filter}`)).found }).toEqual({ filter, found });
      const { items } = (
        await api.get(`/v1/anime?limit=100&${filter.startsWith('year') ? '' : 'year=2024&'}${filter}`)
      ).json<SearchPage>();
      expect({ filter, found: items.length }).toEqual({ filter, found });
    }
  });

  test('pages yield every hit once; a cursor binds q, filters and limit', async () => {
    const whole = await search('q=anime&limit=50');
    expect(whole.items.length).toBe(29);
    const items: SearchPage['items'][number][] = [];
    let after: string | null = null;
    do {
      const page: SearchPage = await search(`q=anime&limit=4${after === null ? '' : `&after=${after}`}`);
      items.push(...page.items);
      after = page.page.nextCursor;
      expect(page.found).toBe(29);
    } while (after !== null);
    expect(items).toEqual(whole.items);

    const first = await search('q=anime&limit=4');
    for (const other of ['q=anime&limit=5', 'q=anime', 'q=Anime&limit=4', 'q=anime&limit=4&format=ova']) {
      const answer = await api.get(`/v1/search?${other}&after=${first.page.nextCursor}`);
      expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_cursor', parameter: 'after' });
    }
  });

  describe('suggestions', () => {
    test.each([
      ['kyojin', 'Shingeki no Kyojin', 'ja-Latn'],
      ['進撃', '進撃の巨人', 'ja'],
      ['shingeki no kyo', 'Shingeki no Kyojin', 'ja-Latn'],
    ])('completes %s to the title in the language that was typed', async (q, title, language) => {
      const answer = await api.get(`/v1/search/suggestions?q=${encodeURIComponent(q)}`);
      expect(answer.json()).toEqual({ items: [{ id: api.animeId, title, language, format: 'tv', year: 2013 }] });
    });

    test('has the first hits of the search, ten at most, and little else', async () => {
      const answer = await api.get('/v1/search/suggestions?q=anime');
      const { items } = answer.json<{ items: { id: string; title: string }[] }>();
      const hits = (await api.get('/v1/search?q=anime&limit=10')).json<{ items: { id: string }[] }>().items;
      expect(items.map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
      expect(items).toHaveLength(10);
      expect(answer.body.length).toBeLessThan(2_500);
    });

    test('is empty for what nothing is called', async () => {
      for (const q of ['qqqqqqqq', '\u0000', '\u{1f600}', '!'.repeat(200)]) {
        const answer = await api.get(`/v1/search/suggestions?q=${encodeURIComponent(q)}`);
        expect({ q, status: answer.status, body: answer.json() }).toEqual({ q, status: 200, body: { items: [] } });
      }
    });
  });

  test.each<[string, SearchEngine | null]>([
    ['off', null],
    [
      'away',
      {
        search: () => Promise.reject(new SearchUnavailableError('connect ECONNREFUSED 10.0.0.7:9200')),
        read: readQuery,
      },
    ],
  ])('search that is %s is 503 search_unavailable; invalid parameters are told first', async (_name, engine) => {
    api.setSearch(engine);
    const answer = await api.get('/v1/search?q=anime');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(problemSchema.strict().parse(answer.json()).code).toBe('search_unavailable');
    expect(answer.body.toString()).not.toContain('9200');
    expect((await api.get('/v1/search?q=')).status).toBe(400);
    expect((await api.get('/v1/anime')).status).toBe(200);
    expect((await api.get('/v1/search/suggestions?q=kyojin')).json()).toMatchObject({ code: 'search_unavailable' });
  });
});
