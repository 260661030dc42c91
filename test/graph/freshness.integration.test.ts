import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { EntityCache } from '../../src/graph/reading/entityCache.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { animePage, animePageState, episodesOfAnime, episodesOfAnimeState, oneAnime } from './documents.ts';
import { GraphTester } from './graphTester.ts';
import { insertRows, seededRandom, seriesId } from './seedRows.ts';

const COUNT = 30;
const ids = Array.from({ length: COUNT }, (_, n) => seriesId(1, n));
const random = seededRandom(11);
const some = (list: readonly string[] = ids) => list[Math.floor(random() * list.length)] as string;
const number = () => Math.floor(random() * 1e6);

/** Direct edits of everything that an answer shows. */
const EDITS: readonly (() => string)[] = [
  () => `UPDATE anime SET title = 'Title ${number()}' WHERE id = '${some()}'`,
  () => `UPDATE anime SET status = 'airing', year = ${1950 + (number() % 100)} WHERE id = '${some()}'`,
  () => `UPDATE anime SET format = CASE format WHEN 'tv' THEN 'ova' ELSE 'tv' END::anime_format WHERE id = '${some()}'`,
  () => `UPDATE anime SET updated_at = now() - interval '${number() % 900} seconds' WHERE id = '${some()}'`,
  () =>
    `INSERT INTO anime_title VALUES ('${some()}', ${number() % 30000}, 'Also ${number()}', 'en', 'synonym') ON CONFLICT DO NOTHING`,
  () => `UPDATE anime_title SET title = title || '!' WHERE anime_id = '${some()}'`,
  () => `DELETE FROM anime_title WHERE anime_id = '${some()}' AND position > 2`,
  () => `UPDATE genre SET name = 'Genre ${number()}' WHERE slug = 'genre-${number() % 3}'`,
  () => `UPDATE studio SET name = 'Studio ${number()}' WHERE slug = 'studio-${number() % 3}'`,
  () => `DELETE FROM anime_genre WHERE anime_id = '${some()}'`,
  () => `INSERT INTO anime_genre SELECT '${some()}', id, 9 FROM genre LIMIT 1 ON CONFLICT DO NOTHING`,
  () => `INSERT INTO anime_studio SELECT '${some()}', id, 9 FROM studio LIMIT 2 ON CONFLICT DO NOTHING`,
  () => `UPDATE anime_image SET width = ${number()} WHERE anime_id = '${some()}'`,
  () =>
    `INSERT INTO anime_external_id VALUES ('${some()}', 'tmdb', '${number()}', ${number() % 1000}) ON CONFLICT DO NOTHING`,
  () => `DELETE FROM anime_external_id WHERE anime_id = '${some()}'`,
  () => `UPDATE anime SET merged_into_id = '${ids[0]}' WHERE id = '${some(ids.slice(20))}'`,
  () => `UPDATE anime SET merged_into_id = NULL WHERE id = '${some(ids.slice(20))}'`,
  () => `UPDATE episode SET scheduled_at = now() WHERE anime_id = '${some()}'`,
  () =>
    `UPDATE episode SET anime_id = '${some()}', number = ${100 + (number() % 90000)} WHERE id IN (SELECT id FROM episode ORDER BY random() LIMIT 1)`,
  () =>
    `INSERT INTO episode_title SELECT id, 1, 'Second ${number()}', 'ja', NULL FROM episode ORDER BY random() LIMIT 1 ON CONFLICT DO NOTHING`,
  () =>
    `UPDATE episode_title SET title = 'Renamed ${number()}' WHERE episode_id IN (SELECT id FROM episode ORDER BY random() LIMIT 2)`,
  () => `DELETE FROM episode WHERE id IN (SELECT id FROM episode ORDER BY random() LIMIT 1)`,
  () =>
    `INSERT INTO episode (id, anime_id, number, status) VALUES (gen_random_uuid(), '${some()}', ${200 + (number() % 9000)}, 'scheduled') ON CONFLICT DO NOTHING`,
  () => `WITH t AS (UPDATE anime_title SET title = title || '?' WHERE anime_id = '${some()}')
    UPDATE anime SET synopsis = 'Changed with its titles ${number()}' WHERE id = '${some()}'`,
];

describeWith(['postgres'], 'answers from the cache', () => {
  let catalog: TestCatalog;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    const { database } = catalog;
    await insertRows(
      database,
      'anime',
      ids.map((id, n) => ({ id, title: `Title ${n}`, format: 'tv' })),
    );
    for (const term of ['genre', 'studio']) {
      await insertRows(
        database,
        term,
        [0, 1, 2].map((n) => ({ id: seriesId(2, n), slug: `${term}-${n}`, name: 'x', key: `${n}` })),
      );
      await insertRows(
        database,
        `anime_${term}`,
        ids.map((id, n) => ({ anime_id: id, [`${term}_id`]: seriesId(2, n % 3), position: 0 })),
      );
    }
    await insertRows(
      database,
      'anime_title',
      ids.flatMap((id) => [0, 1, 2, 3].map((position) => ({ anime_id: id, position, title: `t${position}` }))),
    );
    await insertRows(
      database,
      'anime_image',
      ids.map((id) => ({ anime_id: id, position: 0, url: 'https://images.example.com/1' })),
    );
    const times = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' };
    await insertRows(
      database,
      'episode',
      ids.flatMap((id, at) =>
        [1, 2, 3].map((n) => ({
          id: seriesId(3, at * 10 + n),
          anime_id: id,
          number: n,
          status: 'scheduled',
          ...times,
        })),
      ),
    );
    await insertRows(
      database,
      'episode_title',
      ids.map((_id, at) => ({ episode_id: seriesId(3, at * 10 + 1), position: 0, title: 'First' })),
    );
  });
  afterAll(() => catalog.close());

  const reads = (graph: GraphTester) => [
    () => graph.run(animePage, { filter: {}, sort: 'title.asc', first: 100, after: null }),
    () => graph.run(animePage, { filter: { format: 'tv' }, sort: 'updated.desc', first: 7, after: null }),
    () => graph.run(animePage, { filter: { genre: 'genre-1' }, sort: 'id.asc', first: 100, after: null }),
    ...ids.slice(0, 6).map((id) => () => graph.run(oneAnime, { id })),
    ...ids.slice(0, 6).map((id) => () => graph.run(episodesOfAnime, { id, first: 100, after: null })),
  ];

  test('are those of the tables after every kind of direct edit', async () => {
    const cache = new EntityCache(10_000_000);
    const cached = reads(new GraphTester(catalog.database, cache));
    const plain = reads(new GraphTester(catalog.database));
    for (let round = 0; round < 6; round += 1) {
      for (const edit of EDITS) {
        await Promise.all(cached.map((read) => read()));
        await catalog.database.client.$executeRawUnsafe(edit());
        for (const [at, read] of plain.entries()) expect(await cached[at]?.()).toEqual(await read());
      }
    }
    const { hits, misses } = cache.statistics();
    expect(hits).toBeGreaterThan(misses);
  }, 120_000);

  test('and their tags tell one page only, while rows are edited', async () => {
    const cache = new EntityCache(10_000_000);
    const shown = new Map<string, string>();
    let tagsOnly = 0;
    const note = (list: string, tag: string | undefined, page: unknown) => {
      const text = JSON.stringify(page);
      const before = shown.get(`${list} ${tag}`);
      if (before !== undefined) expect(text).toBe(before);
      shown.set(`${list} ${tag}`, text);
    };
    let done = false;
    const editor = async () => {
      const client = new pg.Client({ connectionString: catalog.url });
      await client.connect();
      const end = performance.now() + 6_000;
      while (performance.now() < end) {
        await client.query('BEGIN');
        for (let edit = 0; edit < 3; edit += 1)
          await client.query((EDITS[Math.floor(random() * EDITS.length)] as () => string)());
        await client.query(random() < 0.2 ? 'ROLLBACK' : 'COMMIT');
      }
      await client.end();
    };
    const reader = async (graph: GraphTester) => {
      while (!done) {
        const variables = { filter: { format: 'tv' }, sort: 'updated.desc', first: 9, after: null } as const;
        const { animeList } = await graph.run(animePage, variables);
        note('list', animeList.tag, animeList);
        // A filter holds for every node shown, however the rows moved meanwhile.
        expect(animeList.nodes.every(({ format, mergedInto }) => format === 'tv' && mergedInto === null)).toBe(true);
        const id = ids[3] as string;
        const { animeEpisodes } = await graph.run(episodesOfAnime, { id, first: 100, after: null });
        note('episodes', animeEpisodes?.tag, animeEpisodes);
        if (shown.has(`list ${(await graph.run(animePageState, variables)).animeList.tag}`)) tagsOnly += 1;
        await graph.run(episodesOfAnimeState, { id, first: 100, after: null });
      }
    };
    const readers = [cache, cache, cache, null].map((documents) =>
      reader(new GraphTester(catalog.database, documents)),
    );
    await Promise.all([editor().finally(() => (done = true)), ...readers]);
    expect(shown.size).toBeGreaterThan(10);
    expect(tagsOnly).toBeGreaterThan(0);
  }, 60_000);
});
