import { beforeAll, describe, expect, test } from '@jest/globals';
import { listAnime, listPremieres } from '../../../src/graph/anime/animeLists.ts';
import type { AnimeFilter, AnimeSort } from '../../../src/graph/generated/resolvers.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seededRandom, seriesId } from '../seedRows.ts';
import { episodesOf, WHOLE_ANIME } from '../selections.ts';
import { walkPages } from '../walkPages.ts';

describeWith(['postgres'], 'the anime list', () => {
  const SORTS: readonly AnimeSort[] = ['id.asc', 'title.asc', 'updated.desc'];
  const FORMATS = ['tv', 'movie', 'ova', 'unknown'] as const;
  const STATUSES = ['announced', 'airing', 'finished', 'unknown'] as const;
  const SEASONS = ['winter', 'spring', 'summer', 'fall', null] as const;
  /** Every one of them sorts elsewhere in a language's collation than in C. */
  const TITLES = ['alpha', 'Alpha', 'ALPHA', 'élan', 'Zebra', '_under', '進撃の巨人', 'a b', 'ab', '😀', 'ﬁ', 'A'];

  const random = seededRandom(7);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

  const anime = Array.from({ length: 240 }, (_, index) => ({
    id: seriesId(1, Math.floor(random() * 1e9)),
    title: pick(TITLES),
    format: pick(FORMATS),
    status: pick(STATUSES),
    year: pick([null, 2012, 2013, 2014]),
    season: pick(SEASONS),
    start_date: pick([null, '2024-02-28', '2024-02-29', '2024-03-01']),
    episode_count: pick([null, 1, 12, 13, 26]),
    is_adult: pick([null, false, true]),
    broadcast: pick([null, { weekday: 'monday', timezone: 'UTC' }, { weekday: 'sunday', timezone: 'UTC' }]),
    revision: 1,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: pick(['2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.001Z', '2024-03-01T00:00:00.999Z']),
    merged_into_id: null as string | null,
    genres: index % 5 === 0 ? [] : index % 3 === 0 ? ['drama', 'action'] : [pick(['action', 'drama'])],
    studios: index % 7 === 0 ? ['wit', 'mappa'] : [pick(['wit', 'bones'])],
  }));
  for (const merged of anime.slice(0, 12)) merged.merged_into_id = anime[20]?.id ?? null;

  const TERMS = {
    genre: { action: seriesId(2, 1), drama: seriesId(2, 2), unused: seriesId(2, 3) },
    studio: { wit: seriesId(3, 1), bones: seriesId(3, 2), mappa: seriesId(3, 3) },
  } as const;

  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

  /** Whether a value is among those of a filter that has any. */
  function oneOf<Value>(values: readonly Value[] | null | undefined, value: Value | null): boolean {
    return !values?.length || (values as readonly (Value | null)[]).includes(value);
  }

  type Ends<Value> = { readonly from?: Value | null; readonly to?: Value | null };

  function within<Value extends string | number>(range: Ends<Value> | null | undefined, value: Value | null): boolean {
    const { from = null, to = null } = range ?? {};
    if (from === null && to === null) return true;
    return value !== null && (from === null || value >= from) && (to === null || value <= to);
  }

  /** Filters of all kinds together, at random. */
  function randomFilter(): AnimeFilter {
    const some = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.6);
    const ends = <Value extends string | number>(values: readonly Value[]) => {
      const [from, to] = [pick(values), pick(values)].sort((a, b) => (a < b ? -1 : 1)) as [Value, Value];
      return pick([{ from, to }, { from }, { to }, { from: null, to: null }]);
    };
    const all: Required<AnimeFilter> = {
      year: 2013,
      season: some(['winter', 'spring', 'summer', 'fall']),
      format: some(FORMATS),
      status: some(STATUSES),
      genre: some(['action', 'drama']),
      studio: some(['wit', 'bones', 'mappa']),
      isAdult: some([true, false, null]),
      airing: some(['monday', 'tuesday', 'sunday']),
      startDate: ends(['2024-02-28', '2024-02-29', '2024-03-01']),
      episodes: ends([0, 1, 12, 13, 26]),
    };
    return Object.fromEntries(Object.entries(all).filter(() => random() < 0.35));
  }

  function expected(filter: AnimeFilter, sort: AnimeSort): string[] {
    const wanted = anime.filter(
      (it) =>
        it.merged_into_id === null &&
        (filter.year == null || it.year === filter.year) &&
        oneOf(filter.season, it.season) &&
        oneOf(filter.format, it.format) &&
        oneOf(filter.status, it.status) &&
        (filter.genre ?? []).every((slug) => it.genres.includes(slug)) &&
        (!filter.studio?.length || filter.studio.some((slug) => it.studios.includes(slug))) &&
        oneOf(filter.isAdult, it.is_adult) &&
        (!filter.airing?.length || (it.status === 'airing' && oneOf(filter.airing, it.broadcast?.weekday ?? null))) &&
        within(filter.startDate, it.start_date) &&
        within(filter.episodes, it.episode_count),
    );
    const key = sort === 'title.asc' ? byTitle : sort === 'updated.desc' ? byUpdate : () => 0;
    return wanted.sort((a, b) => key(a, b) || byBytes(a.id, b.id)).map(({ id }) => id);
  }
  const byTitle = (a: { title: string }, b: { title: string }) => byBytes(a.title, b.title);
  const byUpdate = (a: { updated_at: string }, b: { updated_at: string }) => byBytes(b.updated_at, a.updated_at);

  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;
  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    const { database } = catalog;
    const rows = anime.map(({ genres: _genres, studios: _studios, ...row }) => row);
    await insertRows(database, 'anime', [
      ...rows.filter((it) => !it.merged_into_id),
      ...rows.filter((it) => it.merged_into_id),
    ]);
    for (const term of ['genre', 'studio'] as const) {
      const ids: Readonly<Record<string, string>> = TERMS[term];
      await insertRows(
        database,
        term,
        Object.entries(ids).map(([slug, id]) => ({ id, slug, name: slug.toUpperCase(), key: slug })),
      );
      await insertRows(
        database,
        `anime_${term}`,
        anime.flatMap((it) =>
          it[`${term}s`].map((slug, position) => ({ anime_id: it.id, [`${term}_id`]: ids[slug] as string, position })),
        ),
      );
    }
    // The triggers took the links for changes: what the test sorts by is what it said.
    await database.client.$executeRawUnsafe(
      `UPDATE anime a SET updated_at = r.updated_at FROM json_populate_recordset(NULL::anime, $1::json) r WHERE r.id = a.id`,
      JSON.stringify(rows),
    );
  }, 60_000);

  const walk = (filter: AnimeFilter, sort: AnimeSort, first: number) =>
    walkPages(first, (page) => listAnime(graph.context(), { filter, sort, ...page }));

  const FILTERS: readonly AnimeFilter[] = [
    {},
    { year: 2013 },
    { season: ['spring'] },
    { format: ['tv'] },
    { format: ['tv', 'ova'] },
    { status: ['airing'] },
    { genre: ['action'] },
    { genre: ['drama', 'action', 'drama'] },
    { studio: ['mappa'] },
    { studio: ['mappa', 'bones'] },
    { genre: ['unused'] },
    { isAdult: [false] },
    { airing: ['monday'] },
    { airing: ['sunday', 'monday'] },
    { isAdult: [false, null] },
    { startDate: { from: '2024-02-29' } },
    { episodes: { from: 12, to: 13 } },
    { episodes: { from: -(2 ** 31), to: 12 } },
    { format: [], genre: [], studio: [], isAdult: [], startDate: {}, episodes: { from: null, to: null } },
    { genre: ['action', 'unused'] },
    { year: null, season: null, format: null, status: null, genre: null, studio: null, isAdult: null },
    ...Array.from({ length: 15 }, randomFilter),
  ];
  const cases = FILTERS.flatMap((filter) => SORTS.map((sort) => [JSON.stringify(filter), sort, filter] as const));

  test.each(cases)('filtered by %s in %s holds what it should, in that order', async (_name, sort, filter) => {
    expect(await walk(filter, sort, 41)).toEqual(expected(filter, sort));
  });

  describe('refuses', () => {
    test.each<[wrong: string, parameter: string | undefined, variables: object]>([
      ['a page of none', 'first', { first: 0 }],
      ['a page of less than none', 'first', { first: -1 }],
      ['a page that is too large', 'first', { first: 101 }],
      ['an unknown genre', 'genre', { filter: { genre: ['acton'] } }],
      ['a genre in other letters', 'genre', { filter: { genre: ['Action'] } }],
      ['an unknown genre among others', 'genre', { filter: { genre: ['action', 'acton'] } }],
      ['too many genres', 'genre', { filter: { genre: Array.from({ length: 11 }, (_, n) => `genre-${n}`) } }],
      ['an unknown studio', 'studio', { filter: { studio: [''] } }],
      ['an unknown studio among others', 'studio', { filter: { studio: ['wit', 'wti'] } }],
      ['a slug that PostgreSQL cannot hold', 'genre', { filter: { genre: ['a\0b'] } }],
      ['a slug that is no text', 'studio', { filter: { studio: ['\ud800'] } }],
      ['a year before all', 'year', { filter: { year: 1899 } }],
      ['a year after all', 'year', { filter: { year: 2201 } }],
      ['dates that end too early', 'startDate', { filter: { startDate: { from: '2024-03-01', to: '2024-02-29' } } }],
      ['numbers that end too early', 'episodes', { filter: { episodes: { from: 2, to: 1 } } }],
      ['a cursor that is none', undefined, { after: 'anime' }],
      ['an empty cursor', undefined, { after: '' }],
    ])('%s', async (_wrong, parameter, wrong) => {
      const error = parameter ? { code: 'invalid_parameter', parameter } : { code: 'invalid_cursor' };
      const request = { filter: {}, sort: 'id.asc', first: 10, after: null, ...wrong } as const;
      await expect(listAnime(graph.context(), request)).rejects.toMatchObject(error);
    });

    test('the cursor of another order', async () => {
      const request = { filter: {}, sort: 'title.asc', first: 1, after: null } as const;
      const { pageInfo } = await listAnime(graph.context(), request);
      const other = { ...request, sort: 'updated.desc', after: pageInfo.endCursor } as const;
      await expect(listAnime(graph.context(), other)).rejects.toMatchObject({ code: 'invalid_cursor' });
    });
  });

  describe('of premieres', () => {
    const all = { animeId: null, format: null, status: null, first: 100, after: null };
    const premieres = (from: string, to: string) =>
      anime
        .filter((it) => !it.merged_into_id && it.start_date !== null && it.start_date >= from && it.start_date < to)
        .sort((a, b) => byBytes(b.start_date ?? '', a.start_date ?? '') || byBytes(a.id, b.id))
        .map(({ id }) => id);

    test.each([
      ['2024-02-28', '2024-03-02'],
      ['2024-02-29', '2024-03-01'],
      ['2024-02-28', '2024-02-29'],
      ['2024-03-02', '2024-04-01'],
    ])('from %s to %s holds the newest first, the end left out', async (from, to) => {
      const ids = await walkPages(9, (page) => listPremieres(graph.context(), { ...all, from, to, ...page }));
      expect(ids).toEqual(premieres(from, to));
    });

    test('can be narrowed by anime, format and status', async () => {
      const window = { from: '2024-02-01', to: '2024-03-03' };
      const known = anime.find((it) => it.start_date !== null && !it.merged_into_id);
      const run = async (narrowed: object) =>
        (await listPremieres(graph.context(), { ...all, ...window, ...narrowed })).nodes.map(({ id }) => id);
      expect(await run({ animeId: known?.id })).toEqual([known?.id]);
      expect(await run({ animeId: seriesId(9, 9) })).toEqual([]);
      const narrowed = anime.filter((it) => it.format === 'tv' && it.status === 'airing').map(({ id }) => id);
      const both = premieres(window.from, window.to).filter((id) => narrowed.includes(id));
      expect(await run({ format: ['tv'], status: ['airing'] })).toEqual(both);
    });

    test("of a merged anime are the survivor's", async () => {
      const survivor = anime[20];
      await catalog.database.client.$executeRawUnsafe(
        `UPDATE anime SET start_date = '2024-02-29' WHERE id = '${survivor?.id}'`,
      );
      const request = { ...all, from: '2024-02-01', to: '2024-03-03', animeId: anime[3]?.id ?? '' };
      expect((await listPremieres(graph.context(), request)).nodes).toMatchObject([{ id: survivor?.id }]);
    });
  });
});

describeWith(['postgres'], "an anime's document", () => {
  const FULL = seriesId(1, 1);
  const EMPTY = seriesId(1, 2);
  const MERGED = seriesId(1, 3);
  const RELATED = [4, 5, 6].map((n) => seriesId(1, n));

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

  const read = async (id: string) => (await graph.ask(`{ anime(id: "${id}") { ${WHOLE_ANIME} } }`)).data.anime;

  test('holds everything that the anime shows, lists in their canonical order', async () => {
    expect(await read(FULL)).toEqual({
      ...{ id: FULL, title: 'Shingeki no "Kyojin" \\ \t進撃', format: 'TV', status: 'FINISHED', revision: 3 },
      alternativeTitles: [
        { title: '進撃の巨人', language: 'ja', kind: 'OFFICIAL' },
        { title: 'Attack on Titan', language: 'en', kind: 'SYNONYM' },
        { title: 'AoT', language: 'en', kind: 'SHORT' },
        { title: 'x', language: null, kind: null },
      ],
      titleLanguage: null,
      titles: { native: '進撃の巨人', romaji: null, english: null, chinese: null },
      ...{ startDate: '0013-04-07', endDate: '2013-09-29', year: 2013, season: 'SPRING', episodeCount: 25 },
      ...{ durationMinutes: 24, synopsis: 'Line one.\nLine two. 😀', isAdult: false },
      ...{
        broadcast: { weekday: 'MONDAY', time: '01:30', timezone: 'Asia/Tokyo' },
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
        { type: 'PREQUEL', anime: { id: RELATED[1], title: 'Related 1', format: 'OVA' } },
        { type: 'OTHER', anime: { id: RELATED[0], title: 'Related 0', format: 'OVA' } },
        { type: 'OTHER', anime: { id: RELATED[2], title: 'Related 2', format: 'OVA' } },
      ],
      version: expect.stringMatching(/^[1-9]\d*$/),
      ...{ createdAt: '2020-01-01T00:00:00.000Z', updatedAt: '2020-01-01T00:00:00.050Z' },
      mergedInto: null,
      mergedIds: [MERGED],
    });
  });

  test('of an anime of which nothing is known is null or empty', async () => {
    expect(await read(EMPTY)).toMatchObject({
      ...{ title: '', format: 'UNKNOWN', status: 'UNKNOWN', alternativeTitles: [], startDate: null, endDate: null },
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
    const episodes = await graph.ask(episodesOf('id'), { id: MERGED, first: 5 });
    expect(episodes.data.animeEpisodes).toMatchObject({ anime: { id: MERGED, mergedInto: { id: FULL } }, nodes: [] });
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
