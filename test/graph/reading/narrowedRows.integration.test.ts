import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filteredAnime } from '../../../src/graph/anime/animeFilter.ts';
import { animeOrders } from '../../../src/graph/anime/animeOrders.ts';
import type { AnimeFilter } from '../../../src/graph/generated/resolvers.ts';
import { ANIME_SORTS, type AnimeSort } from '../../../src/graph/model/vocabulary.ts';
import { Bindings, followsPosition, orderTerms, positionColumn } from '../../../src/graph/reading/keysetList.ts';
import { type NarrowedLimits, narrowedRows } from '../../../src/graph/reading/narrowedRows.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';

const PAGE = 7;
/** By which of the statement's parts the filters below are answered, by turns. */
const LIMITS: Readonly<Record<string, NarrowedLimits>> = {
  near: { near: 1_000, few: 1_000 },
  few: { near: 1, few: 1_000 },
  'the whole order': { near: 1, few: 0 },
  'each in turn': { near: 20, few: 20 },
};

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
  { genre: ['unused'] },
  { genre: ['genre-1', 'unknown'] },
  { studio: ['unknown'] },
];

describeWith(['postgres'], 'filtered lists', () => {
  let catalog: TestCatalog;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    const { client } = catalog.database;
    await client.$executeRaw`
      INSERT INTO anime (id, title, format, status, year, season, start_date, episode_count, is_adult, broadcast, updated_at)
      SELECT md5('anime' || i)::uuid, 'Title ' || i % 50, (enum_range(NULL::anime_format))[1 + i % 3],
        (enum_range(NULL::anime_status))[1 + i % 3], 2012 + i % 5, (enum_range(NULL::season))[1 + i % 4],
        CASE i % 20 WHEN 0 THEN date '1948-12-25' + i WHEN 1 THEN date '2050-12-25' + i % 13 ELSE date '2014-01-01' + i % 60 END,
        CASE WHEN i % 7 = 0 THEN 98 + i % 6 ELSE i % 13 END, CASE WHEN i % 10 > 0 THEN i % 10 > 7 END,
        CASE WHEN i % 6 = 1 THEN '{"weekday": "monday", "timezone": "UTC"}'::jsonb END,
        timestamptz '2024-01-01Z' + (i * 37 % 90) * interval '1 hour'
      FROM generate_series(1, 400) i`;
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
  });

  afterAll(() => catalog.close());

  test.each(Object.keys(LIMITS))('have the rows of the plain list, whichever part answers: %s', async (name) => {
    for (const filter of FILTERS) {
      for (const sort of ANIME_SORTS) {
        const plain = await plainRows(filter, sort);
        // The first page, one in the middle, the end.
        for (const start of [0, Math.floor(plain.length / 2), plain.length - 2].filter((place) => place >= 0)) {
          const found = await filtered(filter, sort, plain[start - 1]?.position, LIMITS[name]);
          expect(found).toEqual(plain.slice(start, start + PAGE).map(({ id }) => id));
        }
      }
    }
  });

  async function filtered(
    filter: AnimeFilter,
    sort: AnimeSort,
    position: readonly string[] | undefined,
    limits?: NarrowedLimits,
  ) {
    const bindings = new Bindings();
    const rows = filteredAnime(filter, bindings);
    if (rows.filter === null) throw new Error('nothing is filtered');
    const order = animeOrders[sort];
    const after = position === undefined ? [] : [followsPosition(order, position, bindings)];
    const list = {
      ...{ from: 'anime a', alias: 'a', filter: rows.filter, conditions: [...rows.conditions, ...after] },
      ...{ bindings, order, positionOf: order.positionOf },
    };
    const text = `SELECT a.id::text AS id FROM (${narrowedRows(list, bindings.add(PAGE, 'int'), limits)}) a`;
    const found = await catalog.database.read({ text, values: bindings.values });
    return found.map(([id]) => id);
  }

  /** By the conditions alone, which test/graph/anime/animeList compares with the rows. */
  async function plainRows(filter: AnimeFilter, sort: AnimeSort) {
    const bindings = new Bindings();
    const rows = filteredAnime(filter, bindings);
    const { conditions = [], covered = [], facets = [] } = rows.filter ?? {};
    // Every placeholder has its place, and what follows has no say.
    const where = [...rows.conditions, ...conditions, `(${[...facets, ...covered].join(' AND ')} OR true)`].join(
      ' AND ',
    );
    const order = animeOrders[sort];
    const positions = order.columns.map((column, n) => `${positionColumn(column)} AS p${n}`).join(', ');
    const text = `SELECT a.id::text AS id, ${positions} FROM anime a WHERE ${where} ORDER BY ${orderTerms(order)}`;
    const found = await catalog.database.read({ text, values: bindings.values });
    return found.map(([id, ...position]) => ({ id, position: position as string[] }));
  }
});
