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
  near: { near: 1_000, nearIds: 1_000, few: 1_000, many: 1_000 },
  few: { near: 1, nearIds: 1, few: 1_000, many: 1_000 },
  many: { near: 1, nearIds: 1, few: 0, many: 1_000 },
  beyond: { near: 1, nearIds: 1, few: 0, many: 0 },
  'each in turn': { near: 20, nearIds: 20, few: 10, many: 40 },
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
  { airing: ['monday'], format: ['tv', 'movie'] },
  { genre: ['unused'] },
];

describeWith(['postgres'], 'narrowed lists', () => {
  let catalog: TestCatalog;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    const { client } = catalog.database;
    await client.$executeRaw`
      INSERT INTO anime (id, title, format, status, year, season, start_date, episode_count, is_adult, broadcast, updated_at)
      SELECT md5('anime' || i)::uuid, 'Title ' || i % 50, (enum_range(NULL::anime_format))[1 + i % 3],
        (enum_range(NULL::anime_status))[1 + i % 3], 2012 + i % 5, (enum_range(NULL::season))[1 + i % 4],
        date '2014-01-01' + i % 60, i % 13, CASE WHEN i % 10 > 0 THEN i % 10 > 7 END,
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
        INSERT INTO anime_${term} (anime_id, ${term}_id, position)
        SELECT DISTINCT ON (i, t) md5('anime' || i)::uuid, md5('${term}' || t)::uuid, t
        FROM generate_series(1, 400) i, unnest(ARRAY[1 + i % 4, 1 + i % 3]) t`);
    }
  });

  afterAll(() => catalog.close());

  test.each(Object.keys(LIMITS))('has the rows of the plain list, whichever part answers: %s', async (name) => {
    for (const filter of FILTERS) {
      for (const sort of ANIME_SORTS) {
        const plain = await plainRows(filter, sort);
        // The first page, one in the middle, the end.
        for (const start of [0, Math.floor(plain.length / 2), plain.length - 2].filter((place) => place >= 0)) {
          const found = await narrowed(filter, sort, plain[start - 1]?.position, LIMITS[name]);
          expect(found).toEqual(plain.slice(start, start + PAGE).map(({ id }) => id));
        }
      }
    }
  });

  async function narrowed(
    filter: AnimeFilter,
    sort: AnimeSort,
    position: readonly string[] | undefined,
    limits?: NarrowedLimits,
  ) {
    const bindings = new Bindings();
    const { conditions, narrowing } = filteredAnime(filter, bindings);
    if (narrowing === null) throw new Error('the filter narrows nothing');
    const order = animeOrders[sort];
    const list = { from: 'anime a', alias: 'a', conditions, narrowing, bindings, order, positionOf: order.positionOf };
    const after = position === undefined ? [] : [followsPosition(order, position, bindings)];
    const rows = narrowedRows(list, after, bindings.add(PAGE, 'int'), limits);
    const found = await catalog.database.read({
      text: `SELECT a.id::text AS id FROM (${rows}) a`,
      values: bindings.values,
    });
    return found.map(([id]) => id);
  }

  async function plainRows(filter: AnimeFilter, sort: AnimeSort) {
    const bindings = new Bindings();
    const where = filteredAnime(filter, bindings).conditions.join(' AND ');
    const order = animeOrders[sort];
    const positions = order.columns.map((column, n) => `${positionColumn(column)} AS p${n}`).join(', ');
    const text = `SELECT a.id::text AS id, ${positions} FROM anime a WHERE ${where} ORDER BY ${orderTerms(order)}`;
    const rows = await catalog.database.read({ text, values: bindings.values });
    return rows.map(([id, ...position]) => ({ id, position: position as string[] }));
  }
});
