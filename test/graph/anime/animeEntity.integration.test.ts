import { beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { episodesOfAnime, oneAnime } from '../documents.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seriesId } from '../seedRows.ts';

const FULL = seriesId(1, 1);
const EMPTY = seriesId(1, 2);
const MERGED = seriesId(1, 3);
const RELATED = [4, 5, 6].map((n) => seriesId(1, n));

describeWith(['postgres'], "an anime's document", () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    const { database } = catalog;
    await insertRows(database, 'anime', [
      {
        ...{ id: FULL, title: 'Shingeki no "Kyojin" \\ \t進撃', format: 'tv', status: 'finished', revision: 3 },
        ...{ start_date: '0013-04-07', end_date: '2013-09-29', year: 2013, season: 'spring', episode_count: 25 },
        ...{ duration_minutes: 24, synopsis: 'Line one.\nLine two. 😀', is_adult: false, popularity: 981.5 },
        ...{
          broadcast: { weekday: 'monday', time: '01:30', timezone: 'Asia/Tokyo' },
          official_site: 'https://a.example/',
        },
        ...{ created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00.050Z' },
      },
    ]);
    await insertRows(database, 'anime', [
      { id: EMPTY, title: '', revision: 1, created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00.123Z' },
    ]);
    await insertRows(database, 'anime', [{ id: MERGED, title: 'Old', merged_into_id: FULL }]);
    const titles = ['Preferred', '進撃の巨人', 'Attack on Titan', 'AoT', 'x'].map((title, position) => ({
      ...{ anime_id: FULL, position, title },
      language: [null, 'ja', 'en', 'en', null][position] ?? null,
      kind: ['official', 'official', 'synonym', 'short', null][position] ?? null,
    }));
    // Stored against their order.
    await insertRows(database, 'anime_title', titles.reverse());
    for (const term of ['genre', 'studio']) {
      const ids = [1, 2, 3].map((n) => seriesId(term === 'genre' ? 2 : 3, n));
      await insertRows(
        database,
        term,
        ids.map((id, n) => ({ id, slug: `${term}-${n}`, name: `${term} ${n}`, key: `${n}` })),
      );
      await insertRows(
        database,
        `anime_${term}`,
        ids.map((id, n) => ({ anime_id: FULL, [`${term}_id`]: id, position: 2 - n })),
      );
    }
    await insertRows(database, 'anime_external_id', [
      { anime_id: FULL, site: 'tmdb', external_id: '1429', position: 1 },
      { anime_id: FULL, site: 'mal', external_id: '16498', position: 0 },
    ]);
    await insertRows(database, 'anime_image', [
      { anime_id: FULL, position: 1, url: 'https://images.example.com/b.jpg', width: null, height: null },
      { anime_id: FULL, position: 0, url: 'https://images.example.com/a.jpg', width: 450, height: 640 },
    ]);
    await insertRows(
      database,
      'anime',
      RELATED.map((id, n) => ({ id, title: `Related ${n}`, format: 'ova' })),
    );
    await insertRows(
      database,
      'anime_relation',
      ['other', 'prequel', 'other'].map((type, n) => ({ anime_id: FULL, related_id: RELATED[2 - n] ?? '', type })),
    );
    await insertRows(database, 'anime_relation', [{ anime_id: FULL, related_id: MERGED, type: 'sequel' }]);
    await database.client.$executeRawUnsafe(`UPDATE anime SET updated_at = created_at + interval '50 milliseconds'`);
  });

  const read = async (id: string, tester = graph) => (await tester.run(oneAnime, { id })).anime;

  test('holds everything that the anime shows, lists in their canonical order', async () => {
    expect(await read(FULL)).toEqual({
      ...{ id: FULL, title: 'Shingeki no "Kyojin" \\ \t進撃', format: 'tv', status: 'finished', revision: 3 },
      alternativeTitles: [
        { title: '進撃の巨人', language: 'ja', kind: 'official' },
        { title: 'Attack on Titan', language: 'en', kind: 'synonym' },
        { title: 'AoT', language: 'en', kind: 'short' },
        { title: 'x', language: null, kind: null },
      ],
      titleLanguage: null,
      titles: { native: '進撃の巨人', romaji: null, english: null, chinese: null },
      ...{ startDate: '0013-04-07', endDate: '2013-09-29', year: 2013, season: 'spring', episodeCount: 25 },
      ...{ durationMinutes: 24, synopsis: 'Line one.\nLine two. 😀', isAdult: false },
      ...{
        broadcast: { weekday: 'monday', time: '01:30', timezone: 'Asia/Tokyo' },
        officialSite: 'https://a.example/',
      },
      images: [
        { url: 'https://images.example.com/a.jpg', width: 450, height: 640 },
        { url: 'https://images.example.com/b.jpg', width: null, height: null },
      ],
      genres: [2, 1, 0].map((n) => ({ slug: `genre-${n}`, name: `genre ${n}` })),
      studios: [2, 1, 0].map((n) => ({ slug: `studio-${n}`, name: `studio ${n}` })),
      externalIds: [
        { site: 'mal', id: '16498' },
        { site: 'tmdb', id: '1429' },
      ],
      relations: [
        { type: 'prequel', anime: { id: RELATED[1], title: 'Related 1', format: 'ova' } },
        { type: 'other', anime: { id: RELATED[0], title: 'Related 0', format: 'ova' } },
        { type: 'other', anime: { id: RELATED[2], title: 'Related 2', format: 'ova' } },
      ],
      version: expect.stringMatching(/^[1-9]\d*$/),
      ...{ createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.050Z' },
      mergedInto: null,
      mergedIds: [MERGED],
    });
  });

  test('of an anime of which nothing is known is null or empty', async () => {
    expect(await read(EMPTY)).toMatchObject({
      ...{ title: '', format: 'unknown', status: 'unknown', alternativeTitles: [], startDate: null, endDate: null },
      ...{ year: null, season: null, episodeCount: null, durationMinutes: null, synopsis: null, isAdult: null },
      ...{ broadcast: null, officialSite: null },
      ...{ images: [], genres: [], studios: [], externalIds: [], relations: [], mergedInto: null, mergedIds: [] },
    });
  });

  test('is found by its id in any case, and is null where there is none', async () => {
    expect(await read(FULL.toUpperCase())).toMatchObject({ id: FULL });
    expect(await read(seriesId(9, 9))).toBeNull();
  });

  test('of a merged anime names the survivor', async () => {
    expect(await read(MERGED)).toMatchObject({ title: 'Old', mergedInto: { id: FULL } });
    const { data } = await graph.ask(`{ anime(id: "${MERGED}") { mergedInto { id title genres { slug } } } }`);
    expect(data).toMatchObject({ anime: { mergedInto: { id: FULL, genres: [{ slug: 'genre-2' }, {}, {}] } } });
    const episodes = await graph.run(episodesOfAnime, { id: MERGED, first: 5, after: null });
    expect(episodes.animeEpisodes).toMatchObject({ anime: { id: MERGED, mergedInto: { id: FULL } }, nodes: [] });
  });

  test('is the same through graphql-js', async () => {
    for (const id of [FULL, EMPTY, MERGED]) {
      expect((await graph.interpret(oneAnime, { id })).anime).toEqual(await read(id));
    }
  });

  test('is read anew within a transaction, whose version is not final', async () => {
    await catalog.database.transaction(async (client) => {
      await client.$executeRawUnsafe(`UPDATE anime SET year = 2001 WHERE id = '${EMPTY}'`);
      expect(await read(EMPTY)).toMatchObject({ year: 2001 });
      await client.$executeRawUnsafe(`INSERT INTO anime_title VALUES ('${EMPTY}', 1, 'Late', NULL, NULL)`);
    });
    expect(await read(EMPTY)).toMatchObject({ year: 2001, alternativeTitles: [{ title: 'Late' }] });
  });

  test('is found in bulk in the order asked for, null where there is none', async () => {
    const ids = [EMPTY, seriesId(9, 9), FULL, EMPTY];
    const { data } = await graph.ask(`{ animeByIds(ids: ${JSON.stringify(ids)}) { id } }`);
    expect(data).toEqual({ animeByIds: [{ id: EMPTY }, null, { id: FULL }, { id: EMPTY }] });
    const many = JSON.stringify(Array.from({ length: 101 }, (_, n) => seriesId(4, n)));
    expect((await graph.ask(`{ animeByIds(ids: ${many}) { id } }`)).codes).toEqual(['invalid_parameter']);
    expect((await graph.ask('{ animeByIds(ids: []) { id } }')).data).toEqual({ animeByIds: [] });
  });

  test('is found by ids at other sites, identifying or not', async () => {
    const found = async (...keys: [site: string, id: string][]) => {
      const text = `query ($ids: [ExternalIdInput!]!) { animeByExternalIds(ids: $ids) { nodes { id version } missing } }`;
      const whole = text.replace('id version', 'id version title');
      const ids = keys.map(([site, id]) => ({ site, id }));
      const [asKeys, asEntities] = [await graph.ask(text, { ids }), await graph.ask(whole, { ids })];
      expect(asEntities).toMatchObject(asKeys);
      const { nodes = [], missing } = (asKeys.data.animeByExternalIds ?? {}) as {
        nodes?: { id: string }[];
        missing?: number[];
      };
      return { found: nodes.map(({ id }) => id), missing, codes: asKeys.codes };
    };
    const codes: string[] = [];
    expect(await found(['mal', '1'], ['mal', '16498'], ['mal', '\0'])).toEqual({
      found: [FULL],
      missing: [0, 2],
      codes,
    });
    expect(await found(['tmdb', '1429'], ['mal', '16498'])).toEqual({ found: [FULL], missing: [], codes });
    expect(await found(['anilist', '16498'], ['kitsu', '1'])).toEqual({ found: [], missing: [0, 1], codes });
    for (const site of ['\0', 'myanimelist', '\ud800']) {
      expect((await found([site, '16498'])).codes).toEqual(['invalid_parameter']);
    }
    // A site that does not identify can have one id for many; a merged anime's leads to the survivor.
    await insertRows(catalog.database, 'anime_external_id', [
      { anime_id: EMPTY, site: 'tmdb', external_id: '1429', position: 0 },
      { anime_id: MERGED, site: 'tmdb', external_id: '7', position: 0 },
    ]);
    const both = [FULL, EMPTY].sort();
    expect(await found(['tmdb', '1429'])).toEqual({ found: both, missing: [], codes });
    expect(await found(['tmdb', '7'], ['tmdb', '1429'])).toEqual({
      found: [FULL, EMPTY],
      missing: [],
      codes,
    });
  });
});
