import { beforeAll, expect, test } from '@jest/globals';
import { filteredAnime } from '../../../src/graph/anime/animeFilter.ts';
import { animeOrders, animeParts } from '../../../src/graph/anime/animeOrders.ts';
import type { AnimeFilter } from '../../../src/graph/generated/resolvers.ts';
import { ANIME_SORTS } from '../../../src/graph/model/vocabulary.ts';
import {
  Bindings,
  followsPosition,
  type KeysetOrder,
  orderTerms,
  positionColumn,
} from '../../../src/graph/reading/keysetList.ts';
import { type NarrowedLimits, narrowedRows } from '../../../src/graph/reading/narrowedRows.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { runSeed } from '../../support/randomRuns.ts';
import { seededRandom } from '../seedRows.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

const PAGE = 7;
/** By which of the statement's parts the filters below are answered, by turns. */
const LIMITS: Readonly<Record<string, NarrowedLimits>> = {
  near: { near: 1_000, sample: 64, few: 1_000 },
  few: { near: 1, sample: 1_000, few: 1_000 },
  'the whole order': { near: 1, sample: 0, few: 0 },
  'few, as a sample says': { near: 1, sample: 5, few: 1_000 },
  'each in turn': { near: 1, sample: 2, few: 20 },
};

/** Of lists of changes, which have no name among those of anime. */
const changes: KeysetOrder = {
  kind: 'anime.changed',
  columns: [
    { sql: 'a.version', type: 'bigint', direction: 'asc' },
    { sql: 'a.id', type: 'uuid', direction: 'asc' },
  ],
  parts: animeParts,
  index: 'a.version >= 0',
};
const ORDERS: readonly KeysetOrder[] = [...ANIME_SORTS.map((sort) => animeOrders[sort]), changes];

const FILTERS: readonly AnimeFilter[] = [
  { year: 2013 },
  { season: ['spring'], status: ['announced'] },
  { season: ['spring', 'fall'], format: ['tv'] },
  { season: ['summer'], isAdult: [false] },
  { genre: ['genre-1'] },
  { genre: ['genre-1', 'genre-2'], isAdult: [null, true] },
  { studio: ['studio-1', 'studio-2'] },
  { studio: ['studio-1', 'studio-2'], year: 2014, status: ['finished'] },
  { genre: ['genre-3'], startDate: { from: '2014-01-10' }, episodes: { from: 3, to: 9 } },
  { startDate: { from: '2014-01-10', to: '2014-02-10' }, format: ['movie'] },
  { startDate: { to: '1949-12-31' } },
  { startDate: { from: '1940-06-01', to: '1949-12-31' } },
  { startDate: { from: '0001-01-01', to: '9999-12-31' }, season: ['fall'] },
  { startDate: { from: '2051-01-01' } },
  { startDate: { from: '1948-01-01', to: '2013-12-31' } },
  { episodes: { from: 100 } },
  { episodes: { to: 101 }, season: ['winter'] },
  { episodes: { from: 102, to: 200 } },
  { episodes: { from: 60, to: 61 } },
  { episodes: { from: 99, to: 100 } },
  { airing: ['monday'], format: ['tv', 'movie'] },
  { airing: ['monday', 'sunday'], status: ['airing', 'finished'] },
  { airing: ['monday'], status: ['finished'] },
  { status: ['announced'] },
  { status: ['finished', 'airing'], isAdult: [true, false] },
  { isAdult: [false, null] },
  { isAdult: [null] },
  { isAdult: [true, false, null], year: 2015 },
  { genre: ['genre-1', 'many-7'] },
  { studio: ['studio-2'], genre: ['many-1'] },
  { genre: ['unused'] },
  { genre: ['genre-1', 'unknown'] },
  { studio: ['unknown'] },
];

describeWith(['postgres'], 'filtered lists', () => {
  const catalog = ofSuite(openTestCatalog);
  const random = seededRandom(1 + runSeed);
  const below = (count: number) => Math.floor(random() * count);

  beforeAll(async () => {
    const { client } = catalog.database;
    await client.$executeRaw`
      INSERT INTO anime (id, title, format, status, year, season, start_date, episode_count, is_adult, broadcast, updated_at)
      SELECT md5('anime' || i)::uuid, 'Title ' || i % 50, (enum_range(NULL::anime_format))[1 + i % 3],
        (enum_range(NULL::anime_status))[1 + i % 3], nullif(2012 + i % 5, 2016), (enum_range(NULL::season))[nullif(1 + i % 5, 5)],
        CASE i % 20 WHEN 0 THEN date '1948-12-25' + i WHEN 1 THEN date '2050-12-25' + i % 13 ELSE date '2014-01-01' + i % 60 END,
        CASE WHEN i % 7 = 0 THEN 98 + i % 6 ELSE i % 13 END, CASE WHEN i % 10 > 0 THEN i % 10 > 7 END,
        CASE WHEN i % 6 = 1 THEN '{"weekday": "monday", "timezone": "UTC"}'::jsonb END,
        timestamptz '2024-01-01Z' + (i * 37 % 90) * interval '1 hour'
      FROM generate_series(1, 400) i`;
    // The first of every order and status are marks: the statement reads no further before it tries the sets.
    await client.$executeRaw`
      INSERT INTO anime (id, title, status, updated_at)
      SELECT id, ' ', (enum_range(NULL::anime_status))[row_number() OVER (ORDER BY id)], timestamptz '2030-01-01Z'
      FROM (SELECT format('00000000-0000-7000-8000-%s', lpad(i::text, 12, '0'))::uuid AS id FROM generate_series(1, 5000) i) i
      WHERE uuid_hash(id) & 127 = 0 ORDER BY id LIMIT 4`;
    // More terms than the index of an order has room for.
    await client.$executeRaw`
      INSERT INTO genre (id, slug, name, key)
      SELECT md5('many' || i)::uuid, 'many-' || i, 'Many ' || i, 'many ' || i FROM generate_series(1, 150) i`;
    await client.$executeRaw`
      INSERT INTO anime_genre (anime_id, genre_id, position)
      SELECT md5('anime' || a)::uuid, md5('many' || i)::uuid, 100 + i FROM unnest(ARRAY[4, 9, 14]) a, generate_series(1, 150) i`;
    await client.$executeRaw`
      UPDATE anime SET merged_into_id = md5('anime5')::uuid
      WHERE id IN (SELECT md5('anime' || i)::uuid FROM generate_series(7, 400, 17) i)`;
    for (const term of ['genre', 'studio']) {
      await client.$executeRawUnsafe(`
        INSERT INTO ${term} (id, slug, name, key)
        SELECT md5('${term}' || i)::uuid, '${term}-' || i, '${term} ' || i, '${term} ' || i FROM generate_series(1, 4) i`);
      await client.$executeRawUnsafe(`
        INSERT INTO ${term} (id, slug, name, key) VALUES (md5('${term} unused')::uuid, 'unused', 'Unused', 'unused')`);
      await client.$executeRawUnsafe(`
        INSERT INTO anime_${term} (anime_id, ${term}_id, position)
        SELECT DISTINCT ON (i, t) md5('anime' || i)::uuid, md5('${term}' || t)::uuid, t
        FROM generate_series(1, 400) i, unnest(ARRAY[1 + i % 4, 1 + i % 3]) t`);
    }
  }, 120_000);

  test('are of anime of which some have no facets, and some are merged', async () => {
    const [row] = await catalog.database.client.$queryRaw<object[]>`
      SELECT count(*) FILTER (WHERE facets IS NULL)::int AS crowded, count(merged_into_id)::int AS merged FROM anime`;
    expect(row).toEqual({ crowded: 3, merged: 24 });
  });

  test.each(Object.keys(LIMITS))(
    'have the rows of the plain list, whichever part answers: %s',
    async (name) => {
      for (const filter of FILTERS) {
        for (const order of ORDERS) {
          const rows = await plainRows(filter, order);
          const plain = rows.filter(({ isFound }) => isFound);
          // The first page, one in the middle, the end; and those after any anime, found or not.
          const places = [plain[0], plain[Math.floor(plain.length / 2)], plain.at(-2)].map((row) =>
            row ? rows.indexOf(row) : 0,
          );
          for (const place of [...places, below(rows.length), below(rows.length)]) {
            const found = await filtered(filter, order, rows[place - 1]?.position, LIMITS[name]);
            const following = rows.slice(place).filter(({ isFound }) => isFound);
            expect([runSeed, filter, place, found]).toEqual([
              ...[runSeed, filter, place],
              following.slice(0, PAGE).map(({ id }) => id),
            ]);
          }
        }
      }
    },
    240_000,
  );

  test.each([
    ['start_date', { startDate: { to: '1949-12-31' } }],
    ['start_date', { startDate: { from: '2051-01-01' } }],
    ['episode_count', { episodes: { from: 5_000 } }],
  ] satisfies [string, AnimeFilter][])('have no anime without %s in the sets of %j', async (column, filter) => {
    const bindings = new Bindings();
    const { conditions = [], facets = [] } = filteredAnime(filter, bindings).filter ?? {};
    // Every placeholder has its place.
    const inSet = [...facets, `(${conditions.join(' AND ')} OR true)`].join(' AND ');
    const unknown = (condition: string) =>
      catalog.database.read({
        text: `SELECT count(*)::text FROM anime a WHERE a.${column} IS NULL AND ${condition}`,
        values: condition === 'true' ? [] : bindings.values,
      });
    expect(await unknown('true')).not.toEqual([['0']]);
    expect(await unknown(inSet)).toEqual([['0']]);
  });

  test('are sorted where their anime lie together, though the first of them lie as close as those of many', async () => {
    const together = `a.ctid < '(1,0)'`;
    const rows = await catalog.database.session(async (connection) => {
      await connection.query('VACUUM FULL anime');
      const { rows: found } = await connection.query<{ id: string }>(`SELECT id FROM anime a WHERE ${together}`);
      const condition = `a.id = ANY('{${found.map(({ id }) => id).join()}}')`;
      const list = {
        ...{ from: 'anime a', alias: 'a', conditions: ['a.merged_into_id IS NULL'], bindings: new Bindings() },
        ...{ order: animeOrders['title.asc'], positionOf: () => [] },
        filter: {
          ...{ conditions: [condition], covered: [condition], leading: [], facets: [together] },
          ...{ hasSets: false, hasSmallSets: false },
        },
      };
      const text = narrowedRows(list, String(PAGE), { near: 1, sample: 5, few: 1_000 });
      const explained = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      );
      return partsOf(explained.rows[0]?.['QUERY PLAN'][0].Plan).map((part) => part['Actual Rows']);
    });
    expect(rows).toEqual([0, PAGE, 0]);
  });

  /** Of the page: what is near, few, and the order from there on. */
  function partsOf(node: PlanNode | undefined): readonly PlanNode[] {
    const { Plans: plans = [], 'Node Type': type } = node ?? {};
    return type === 'Append' && plans.length === 3 ? plans : plans.flatMap(partsOf);
  }

  async function filtered(
    filter: AnimeFilter,
    order: KeysetOrder,
    position: readonly string[] | undefined,
    limits?: NarrowedLimits,
  ) {
    const bindings = new Bindings();
    const rows = filteredAnime(filter, bindings);
    if (rows.filter === null) throw new Error('nothing is filtered');
    const after = position === undefined ? [] : [followsPosition(order, position, bindings)];
    const list = {
      ...{ from: 'anime a', alias: 'a', filter: rows.filter, conditions: [...rows.conditions, ...after] },
      ...{ bindings, order, positionOf: () => [] },
    };
    const text = `SELECT a.id::text AS id FROM (${narrowedRows(list, bindings.add(PAGE, 'int'), limits)}) a`;
    const found = await catalog.database.read({ text, values: bindings.values });
    return found.map(([id]) => id);
  }

  /** Every row of the order, told apart by the conditions alone, which test/graph/anime compares with the rows. */
  async function plainRows(filter: AnimeFilter, order: KeysetOrder) {
    const bindings = new Bindings();
    const rows = filteredAnime(filter, bindings);
    const { conditions = [], covered = [], facets = [] } = rows.filter ?? {};
    // Every placeholder has its place, and what follows has no say.
    const isFound = [...conditions, `(${[...facets, ...covered].join(' AND ')} OR true)`].join(' AND ');
    const positions = order.columns.map((column, n) => `${positionColumn(column)} AS p${n}`).join(', ');
    const text = `SELECT a.id::text AS id, coalesce(${isFound}, false)::text AS found, ${positions}
      FROM anime a WHERE ${rows.conditions.join(' AND ')} ORDER BY ${orderTerms(order)}`;
    const all = await catalog.database.read({ text, values: bindings.values });
    return all.map(([id, found, ...position]) => ({ id, isFound: found === 'true', position: position as string[] }));
  }
});
