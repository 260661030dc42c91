import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SearchIndex } from '../../../src/graph/search/port.ts';
import { fc } from '../../support/randomCases.ts';
import { furtherFacets, queryAbout, searchDocument as searchDocumentArbitrary, searchFilters } from '../arbitraries.ts';
import { ReferenceEngine } from '../referenceEngine.ts';
import { find } from './find.ts';
import type { OpenIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { animeId, searchDocument } from './searchDocument.ts';

export function describeAnswers(open: OpenIndex, runs: number): void {
  describe('answers', () => {
    let index: SearchIndex;
    beforeAll(async () => {
      index = await open();
      await publish(index, [
        searchDocument(1, ['Shingeki no Kyojin', 'Attack on Titan', '進撃の巨人'], { prominence: 90 }),
        searchDocument(2, ['Shingeki no Kyojin: The Final Season'], { prominence: 80 }),
        searchDocument(3, ['Titan A.E.', 'Attack Force'], { prominence: 100 }),
        searchDocument(4, ['Fullmetal Alchemist'], { prominence: 5 }),
        searchDocument(5, ['Ōkami'], { prominence: 2 }),
        searchDocument(6, ['Okami'], { prominence: 1 }),
        searchDocument(7, ['Tie'], { prominence: 3 }),
        searchDocument(8, ['Tie'], { prominence: 3 }),
        searchDocument(9, ['Tie'], { prominence: 2 }),
        searchDocument(10, ['Tie'], { prominence: 300 }),
        searchDocument(11, ['Tie'], { prominence: 299 }),
        searchDocument(13, ['Gintama'], { prominence: 250 }),
        searchDocument(14, ['Gintama.'], { prominence: 10 }),
        searchDocument(15, ["Gintama'"], { prominence: 20 }),
        searchDocument(16, ['Clannad: After Story'], { startDate: '2008-10-03' }),
        searchDocument(17, ['Clannad'], { startDate: '2007-10-05', prominence: 150 }),
        searchDocument(18, ['Clannad Movie'], { startDate: '2007-09-15', format: 'movie' }),
        searchDocument(19, ['Chainsaw Man', 'チェンソーマン'], { prominence: 100 }),
        searchDocument(20, ['劇場版 チェンソーマン レゼ篇'], { format: 'movie' }),
        searchDocument(21, ['Minamo no Tsubasa'], { prominence: 200 }),
        searchDocument(22, ['Minamo no Tsubasa Rin'], { prominence: 90 }),
        searchDocument(23, ['Minamo (Tokubetsu Anime)'], {}),
        searchDocument(24, ['Minamo'], { prominence: 150 }),
        searchDocument(25, ['Hoshikaze Densetsu'], { startDate: '2010-04-01', episodes: 12, prominence: 120 }),
        searchDocument(26, ['Hoshikaze Densetsu: Soushuuhen'], { startDate: '2011-04-01', episodes: 2 }),
        searchDocument(27, ['Hoshikaze Densetsu 2nd Season'], { startDate: '2012-04-01', episodes: 12 }),
        searchDocument(28, ['Hoshikaze Densetsu: Toumei'], { startDate: '2014-04-01', episodes: 11 }),
        searchDocument(29, ['Shirayuri Movie 04: Kaze'], { format: 'movie' }),
        searchDocument(30, ['Shirayuri'], { prominence: 130 }),
        searchDocument(31, ['Shirayuri Film: Hana', 'シラユリ フィルム 花'], { format: 'movie' }),
        searchDocument(32, ['Shirayuri Film: Yume', 'シラユリ フィルム 夢'], { format: 'movie' }),
        searchDocument(33, ['葬送的芙莉莲'], { prominence: 150 }),
        searchDocument(34, ['Tsukumo no Hako', 'Wolf Box'], { startDate: '2008-01-08', prominence: 100 }),
        searchDocument(35, ['Tsukumo no Hako II'], { startDate: '2009-07-08', prominence: 90 }),
        searchDocument(36, ['Wolf Box: Merchant'], { startDate: '2024-04-01', prominence: 90 }),
        searchDocument(37, ['Hakugin Kitan Zero'], { startDate: '2001-04-01', episodes: 12 }),
        searchDocument(38, ['Hakugin Kitan', '白銀綺譚'], { startDate: '2011-04-01', episodes: 12, prominence: 90 }),
        searchDocument(39, ['Hakugin Kitan Part 2'], {
          startDate: '2011-10-01',
          episodes: 12,
          prominence: 100,
        }),
        searchDocument(40, ['Hakugin Kitan Rei'], { startDate: '2013-04-01', episodes: 12 }),
        searchDocument(41, ['Hakugin Kitan'], { startDate: '2022-04-01', episodes: 12 }),
        searchDocument(42, ['Aoi Toge'], { startDate: '2021-01-10', episodes: 12, prominence: 90 }),
        searchDocument(43, ['Aoi Toge Part 2', '碧棘 第二季'], {
          startDate: '2021-10-03',
          episodes: 12,
          prominence: 150,
        }),
        searchDocument(44, ['Aoi Toge: Kaze 2nd Season'], { startDate: '2023-07-02', episodes: 12, prominence: 90 }),
      ]);
    });
    afterAll(() => index.close());

    test.each([
      ['the whole title', 'shingeki no kyojin', [1, 2]],
      ['Japanese', '進撃', [1]],
      ['all words of one title, in any order', 'kyojin shingeki', [1, 2]],
      ['words of two titles of one anime', 'titan force', [3]],
      ['a name among other words', 'watch fullmetal alchemist netflix', [4]],
      ['the last word half-typed', 'kyojin fin', [2]],
      ['two typos', 'fulmetal alchemst', [4]],
      ['an exact title before a folded one', 'Okami', [6, 5]],
      ['a title that signs tell from a better known one', 'gintama.', [14, 13, 15]],
      ['the best known of titles alike, typed without signs', 'GINTAMA', [13, 15, 14]],
      ['a season that no title spells', 'clannad season 2', [16, 17, 18]],
      ['the work where its series has no such season', 'clannad season 3', [17, 16, 18]],
      [
        'the third season by date, where one is numbered, and no recut',
        'hoshikaze densetsu season 3',
        [28, 25, 26, 27],
      ],
      ['a season that a title spells before the place by date', 'wolf box season 2', [35, 36, 34]],
      ['the season by date, from the work itself, and no part', 'hakugin kitan season 2', [40, 38, 41, 39, 37]],
      ['no remake for a season', 'hakugin kitan season 3', [38, 41, 39, 40, 37]],
      ['the season before a part that a title counts as one', 'aoi toge season 2', [44, 43, 42]],
      ['that part where there is no such season', '碧棘 season 2', [43]],
      ['the work and no season by the number of an episode', 'hoshikaze densetsu ep 2', [25, 26, 27, 28]],
      ['the second season by that of a media server', 'hoshikaze densetsu S02E05', [27, 25, 26, 28]],
      ['a film by its number without the zero', 'shirayuri movie 4', [29]],
      ['a series by the name that its films have in another script', 'シラユリ', [30, 31, 32, 29]],
      ['a name with an error among needless words', 'minaom no tsubasa netflix', [21, 22]],
      ['the longer name beside a needless word', 'minamo no tsubasa rin netflix', [22, 21]],
      ['a well-known work where an obscure one has the needless word', 'minamo anime', [24, 23]],
      ['two errors in folded letters', 'hosikase denzetsu', [25]],
      ['a film whose titles are in another script than its series', 'chainsaw man movie', [20, 19]],
      ['some characters of a Chinese title', '葬芙莲', [33]],
      ['nothing', 'qqqqqqqqqqqq', []],
    ])('finds %s', async (_, q, expected) => {
      expect(await find(index, q)).toEqual(expected.map(animeId));
    });

    test('orders equally good hits by prominence, then by id', async () => {
      expect(await find(index, 'tie')).toEqual([10, 11, 7, 8, 9].map(animeId));
    });

    test('counts what it finds and names facets even for nothing', async () => {
      expect(await index.search({ q: 'qqqqqqqqqqqq', filters: {}, limit: 5 })).toEqual({
        found: 0,
        hits: [],
        hasNext: false,
        facets: ['format', 'status', 'year'].map((field) => ({ field, values: [] })),
      });
    });
  });

  test('takes no mark of a last word for a slip', async () => {
    const index = await open();
    await publish(index, [searchDocument(1, ['한국Aria: Air'])]);
    expect(await find(index, 'ariax')).toEqual([]);
    await index.close();
  });

  test('counts the seasons of a name by the earliest 200 works that begin with it', async () => {
    const index = await open();
    const seasons = Array.from({ length: 200 }, (_, n) =>
      searchDocument(n, [`Kumoi ${n.toString(36)}x`], { startDate: `${1800 + n}-04-01`, episodes: 12 }),
    );
    const third = searchDocument(200, ['Kumoi Aya 3rd Season'], { startDate: '2020-04-01', episodes: 12 });
    await publish(index, [...seasons, third]);
    expect((await find(index, 'kumoi season 3')).slice(0, 2)).toEqual([200, 2].map(animeId));
    await index.close();
  });

  test('answers any query on any catalogue as the plan says', async () => {
    const documents = Array.from({ length: 150 }, (_, n) =>
      fc.sample(searchDocumentArbitrary(animeId(n)), { numRuns: 1, seed: n }),
    ).flat();
    const titles = documents.flatMap((document) => document.titles);
    const reference = new ReferenceEngine(documents);
    const index = await open();
    await publish(index, documents);
    await fc.assert(
      fc.asyncProperty(
        queryAbout(titles).filter((q) => q.trim() !== ''),
        searchFilters,
        furtherFacets,
        fc.integer({ min: 1, max: 50 }),
        async (q, filters, facets, limit) => {
          const request = { q, filters, facets, limit };
          const answer = await index.search(request);
          expect(answer).toEqual(await reference.search(request));
          const last = answer.hits.at(-1);
          if (!last) return;
          const next = { ...request, after: last.position };
          expect(await index.search(next)).toEqual(await reference.search(next));
        },
      ),
      { numRuns: Math.min(runs, 50) },
    );
    await index.close();
  });
}
