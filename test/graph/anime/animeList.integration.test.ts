import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnimeFilter, AnimeSort } from '../../../src/graph/generated/resolvers.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { animePage, animePageKeys, animePageState, premierePage } from '../documents.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seededRandom, seriesId } from '../seedRows.ts';
import { walkPages } from '../walkPages.ts';

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
  revision: 1,
  created_at: '2020-01-01T00:00:00Z',
  updated_at: pick(['2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.001Z', '2024-03-01T00:00:00.999Z']),
  merged_into_id: null as string | null,
  genres: index % 5 === 0 ? [] : [pick(['action', 'drama'])],
  studios: index % 7 === 0 ? ['wit', 'mappa'] : [pick(['wit', 'bones'])],
}));
for (const merged of anime.slice(0, 12)) merged.merged_into_id = anime[20]?.id ?? null;

const TERMS = {
  genre: { action: seriesId(2, 1), drama: seriesId(2, 2), unused: seriesId(2, 3) },
  studio: { wit: seriesId(3, 1), bones: seriesId(3, 2), mappa: seriesId(3, 3) },
} as const;

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function expected(filter: AnimeFilter, sort: AnimeSort): string[] {
  const wanted = anime.filter(
    (it) =>
      it.merged_into_id === null &&
      (filter.year == null || it.year === filter.year) &&
      (filter.season == null || it.season === filter.season.toLowerCase()) &&
      (filter.format == null || it.format === filter.format.toLowerCase()) &&
      (filter.status == null || it.status === filter.status.toLowerCase()) &&
      (filter.genre == null || it.genres.includes(filter.genre)) &&
      (filter.studio == null || it.studios.includes(filter.studio)),
  );
  const key = sort === 'title.asc' ? byTitle : sort === 'updated.desc' ? byUpdate : () => 0;
  return wanted.sort((a, b) => key(a, b) || byBytes(a.id, b.id)).map(({ id }) => id);
}
const byTitle = (a: { title: string }, b: { title: string }) => byBytes(a.title, b.title);
const byUpdate = (a: { updated_at: string }, b: { updated_at: string }) => byBytes(b.updated_at, a.updated_at);

describeWith(['postgres'], 'the anime list', () => {
  let catalog: TestCatalog;
  let graph: GraphTester;

  beforeAll(async () => {
    catalog = await openTestCatalog();
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
  });
  afterAll(() => catalog.close());

  const walk = (filter: AnimeFilter, sort: AnimeSort, first: number) =>
    walkPages(first, async (page) => (await graph.run(animePage, { filter, sort, ...page })).animeList);

  const FILTERS: readonly AnimeFilter[] = [
    {},
    { year: 2013 },
    { season: 'spring' },
    { format: 'tv' },
    { status: 'airing' },
    { genre: 'action' },
    { studio: 'mappa' },
    { genre: 'unused' },
    { year: 2012, season: 'winter' },
    { format: 'movie', status: 'finished' },
    { genre: 'drama', studio: 'wit' },
    { year: 2013, format: 'tv', genre: 'drama', studio: 'bones' },
    { year: 2014, season: 'fall', format: 'ova', status: 'announced', genre: 'action', studio: 'wit' },
    { year: null, season: null, format: null, status: null, genre: null, studio: null },
  ];
  const cases = FILTERS.flatMap((filter) => SORTS.map((sort) => [JSON.stringify(filter), sort, filter] as const));

  test.each(cases)('filtered by %s in %s holds what it should, in that order', async (_name, sort, filter) => {
    for (const first of [1, 7, 100]) {
      if (first === 1 && Object.keys(filter).length === 0) continue;
      expect(await walk(filter, sort, first)).toEqual(expected(filter, sort));
    }
  });

  test('of keys alone names the same entities in the same versions', async () => {
    for (const sort of SORTS) {
      const variables = { filter: {}, sort, first: 100, after: null };
      const { animeList: whole } = await graph.run(animePage, variables);
      const { animeList: keys } = await graph.run(animePageKeys, variables);
      expect(keys).toEqual({ ...whole, nodes: whole.nodes.map(({ id, version }) => ({ id, version })) });
    }
  });

  test('has a tag that is known without any document', async () => {
    for (const sort of SORTS) {
      const variables = { filter: { format: 'tv' } as const, sort, first: 10, after: null };
      const { animeList: page } = await graph.run(animePage, variables);
      const { animeList: state } = await graph.run(animePageState, variables);
      expect(state).toEqual({ pageInfo: page.pageInfo, tag: page.tag });
    }
  });

  test('answers the same through graphql-js', async () => {
    const variables = { filter: {}, sort: 'title.asc', first: 100, after: null } as const;
    expect(await graph.interpret(animePage, variables)).toEqual(await graph.run(animePage, variables));
  });

  describe('refuses', () => {
    test.each<[string, object, object]>([
      ['a page of none', { first: 0 }, { code: 'invalid_parameter', parameter: 'first' }],
      ['a page of less than none', { first: -1 }, { code: 'invalid_parameter', parameter: 'first' }],
      ['a page that is too large', { first: 101 }, { code: 'invalid_parameter', parameter: 'first' }],
      ['an unknown genre', { filter: { genre: 'acton' } }, { code: 'invalid_parameter', parameter: 'genre' }],
      ['a genre in other letters', { filter: { genre: 'Action' } }, { code: 'invalid_parameter', parameter: 'genre' }],
      ['an unknown studio', { filter: { studio: '' } }, { code: 'invalid_parameter', parameter: 'studio' }],
      [
        'a slug that PostgreSQL cannot hold',
        { filter: { genre: 'a\0b' } },
        { code: 'invalid_parameter', parameter: 'genre' },
      ],
      ['a slug that is no text', { filter: { studio: '\ud800' } }, { code: 'invalid_parameter', parameter: 'studio' }],
      ['a year before all', { filter: { year: 1899 } }, { code: 'invalid_parameter', parameter: 'year' }],
      ['a year after all', { filter: { year: 2201 } }, { code: 'invalid_parameter', parameter: 'year' }],
      ['a cursor that is none', { after: 'anime' }, { code: 'invalid_cursor' }],
      ['an empty cursor', { after: '' }, { code: 'invalid_cursor' }],
    ])('%s', async (_name, wrong, error) => {
      const variables = { filter: {}, sort: 'id.asc' as const, first: 10, after: null, ...wrong };
      await expect(graph.run(animePage, variables)).rejects.toMatchObject({ errors: [expect.objectContaining(error)] });
    });

    test('the cursor of another order', async () => {
      const { animeList } = await graph.run(animePage, { filter: {}, sort: 'title.asc', first: 1, after: null });
      const variables = { filter: {}, sort: 'updated.desc' as const, first: 1, after: animeList.pageInfo.endCursor };
      await expect(graph.run(animePage, variables)).rejects.toMatchObject({ code: 'invalid_cursor' });
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
      const ids = await walkPages(
        9,
        async (page) => (await graph.run(premierePage, { ...all, from, to, ...page })).premieres,
      );
      expect(ids).toEqual(premieres(from, to));
    });

    test('can be narrowed by anime, format and status', async () => {
      const window = { from: '2024-02-01', to: '2024-03-03' };
      const known = anime.find((it) => it.start_date !== null && !it.merged_into_id);
      const run = async (narrowed: object) =>
        (await graph.run(premierePage, { ...all, ...window, ...narrowed })).premieres.nodes.map(({ id }) => id);
      expect(await run({ animeId: known?.id })).toEqual([known?.id]);
      expect(await run({ animeId: seriesId(9, 9) })).toEqual([]);
      const narrowed = anime.filter((it) => it.format === 'tv' && it.status === 'airing').map(({ id }) => id);
      const both = premieres(window.from, window.to).filter((id) => narrowed.includes(id));
      expect(await run({ format: 'tv', status: 'airing' })).toEqual(both);
    });

    test("of a merged anime are the survivor's", async () => {
      const survivor = anime[20];
      await catalog.database.client.$executeRawUnsafe(
        `UPDATE anime SET start_date = '2024-02-29' WHERE id = '${survivor?.id}'`,
      );
      const variables = { ...all, from: '2024-02-01', to: '2024-03-03', animeId: anime[3]?.id ?? '' };
      expect((await graph.run(premierePage, variables)).premieres.nodes).toEqual([
        { id: survivor?.id, startDate: '2024-02-29' },
      ]);
    });
  });
});
