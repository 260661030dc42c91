import { beforeAll, describe, expect, test } from '@jest/globals';
import type { VariablesOf } from 'gql.tada';
import type { AnimeSort } from '../../../src/graph/generated/resolvers.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animePage, animePageKeys, premierePage } from '../documents.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seededRandom, seriesId } from '../seedRows.ts';
import { walkPages } from '../walkPages.ts';

type AnimeFilter = NonNullable<VariablesOf<typeof animePage>['filter']>;

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

describeWith(['postgres'], 'the anime list', () => {
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
    walkPages(first, async (page) => (await graph.run(animePage, { filter, sort, ...page })).animeList);

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

  test('of keys alone names the same entities in the same versions', async () => {
    for (const sort of SORTS) {
      const variables = { filter: {}, sort, first: 100, after: null };
      const { animeList: whole } = await graph.run(animePage, variables);
      const { animeList: keys } = await graph.run(animePageKeys, variables);
      expect(keys).toEqual({ ...whole, nodes: whole.nodes.map(({ id, version }) => ({ id, version })) });
    }
  });

  test('answers the same through graphql-js', async () => {
    const variables = { filter: {}, sort: 'title.asc', first: 100, after: null } as const;
    expect(await graph.interpret(animePage, variables)).toEqual(await graph.run(animePage, variables));
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
      expect(await run({ format: ['tv'], status: ['airing'] })).toEqual(both);
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
