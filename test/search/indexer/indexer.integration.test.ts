import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { onPublication } from '../../../src/graph/publication/publicationSignal.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import type { SearchChange, SearchIndex } from '../../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { ChangeFollower } from '../../../src/search/indexer/changeFollower.ts';
import { currentPosition, readStretch } from '../../../src/search/indexer/changeLog.ts';
import { Indexer } from '../../../src/search/indexer/indexer.ts';
import { rebuildRequests, requestRebuild } from '../../../src/search/indexer/indexerState.ts';
import { describeWith } from '../../support/describeWith.ts';
import { dumpDatabase } from '../../support/dumpDatabase.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { until } from '../../support/until.ts';

const anime = (sourceId: string, title: string) => ({ type: 'anime', source: 'mal', sourceId, titles: [{ title }] });
const lines: string[] = [];
const quiet = { info: (line: string) => void lines.push(line), warn: () => {} };

describeWith(['postgres', 'postgresPrograms'], 'the indexer', () => {
  let catalog: TestCatalog;
  let index: SearchIndex;
  let indexer: Indexer;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    // Of a first start, before there is an anime: it is not announced.
    const early = new Indexer({
      ...{ database: catalog.database, index: new EmbeddedSearchIndex(), shared: false, log: quiet, pollMs: 20 },
    });
    early.start();
    await until(() => early.status().phase === 'following');
    await early.stop();
    await catalog.import([anime('1', 'Cowboy Bebop'), anime('2', 'Trigun')]);
    index = new EmbeddedSearchIndex();
    indexer = new Indexer({ database: catalog.database, index, shared: false, log: quiet, pollMs: 20 });
    indexer.start();
  });
  afterAll(async () => {
    await indexer.stop();
    await catalog.close();
  });

  const titled = (title: string) => catalog.database.client.anime.findFirstOrThrow({ where: { title } });
  const find = async (q: string) => {
    const { hits } = await index.search({ q, filters: {}, limit: 10 }).catch(() => ({ hits: [] }));
    return hits.map(({ id }) => id);
  };

  /** What changed has its prominence, which is a change of its own: one round may have begun before, one weighs, one follows. */
  const weighed = async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = indexer.status().caughtUpAt;
      await until(async () => indexer.status().caughtUpAt !== before);
    }
  };

  test('builds the index at its start', async () => {
    const { id } = await titled('Trigun');
    await until(async () => (await find('trigun')).includes(id));
    expect(await index.status()).toMatchObject({ state: 'ready', documents: 2 });
    await until(() => indexer.status().fillSeconds !== null);
    expect(lines).toEqual([
      expect.stringMatching(/^search index embedded-\S+ built in \d+\.\d s: 2 anime, about 1 MB of this process$/),
    ]);
  });

  test('follows publications, direct edits, deletions and merges', async () => {
    await catalog.import([anime('3', 'Planetes')]);
    const { id } = await titled('Planetes');
    await until(async () => (await find('planetes')).includes(id));

    await catalog.database.client
      .$executeRaw`UPDATE anime_title SET title = 'Wolf''s Rain' WHERE anime_id = ${id}::uuid`;
    await until(async () => (await find('wolfs rain')).includes(id));
    expect(await find('planetes')).toEqual([]);

    await catalog.import([anime('4', 'Haibane Renmei')]);
    const gone = await titled('Haibane Renmei');
    await until(async () => (await find('haibane')).includes(gone.id));
    await catalog.database.client.$executeRaw`DELETE FROM anime WHERE id = ${gone.id}::uuid`;
    await until(async () => (await find('haibane')).length === 0);

    const [loser, survivor] = [await titled('Trigun'), await titled('Cowboy Bebop')];
    await mergeAnime(catalog, loser.id, survivor.id, { name: null, reason: null });
    await until(async () => (await find('trigun')).includes(survivor.id) && !(await find('trigun')).includes(loser.id));
  });

  test('finds at once what this process or another has published, and direct edits by looking now and then', async () => {
    const own = new EmbeddedSearchIndex();
    const subscribe = (wake: () => void) => onPublication(catalog.database, catalog.publications, wake);
    const options = { database: catalog.database, index: own, shared: false, log: quiet, onPublication: subscribe };
    const patient = new Indexer({ ...options, pollMs: 600_000 });
    patient.start();
    const found = async (q: string) => {
      const { hits } = await own.search({ q, filters: {}, limit: 10 }).catch(() => ({ hits: [] }));
      return hits.length > 0;
    };
    await until(() => found('bebop'));
    await catalog.import([anime('7', 'Serial Experiments Lain')]);
    await until(() => found('serial experiments'));
    const { id } = await titled('Serial Experiments Lain');
    await catalog.database.client
      .$executeRaw`UPDATE anime_title SET title = 'Told By Another' WHERE anime_id = ${id}::uuid`;
    await catalog.database.client.$executeRaw`SELECT pg_notify('publication', 'another process')`;
    await until(() => found('told by another'));
    await patient.stop();
  });

  test('misses nothing that a long transaction commits late', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<void> = Promise.resolve();
    await new Promise<void>((started) => {
      late = catalog.database.transaction(async (client) => {
        await client.$executeRaw`UPDATE anime_title SET title = 'Committed Late' WHERE title = 'Cowboy Bebop'`;
        started();
        await held;
      });
    });
    await catalog.import([anime('5', 'Committed Early')]);
    const early = await titled('Committed Early');
    await until(async () => (await find('committed early')).includes(early.id));
    release();
    await late;
    await until(async () => (await find('committed late')).length > 0);
  });

  test('rebuilds when asked, without an unanswered search', async () => {
    const before = await index.status();
    const number = await requestRebuild(catalog.database);
    await until(async () => {
      await index.search({ q: 'committed', filters: {}, limit: 5 });
      return (await rebuildRequests(catalog.database)).done >= number;
    });
    expect((await index.status()).name).not.toBe(before.name);
  });

  test('hands out again what could not be applied, and then only that', async () => {
    const follower = new ChangeFollower(catalog.database, await currentPosition(catalog.database));
    await catalog.import([anime('6', 'Applied Twice')]);
    await expect(follower.follow(() => Promise.reject(new Error('the engine is away')))).rejects.toThrow('away');
    const applied: SearchChange[] = [];
    const take = async (changes: readonly SearchChange[]) => void applied.push(...changes);
    expect(await follower.follow(take)).toBe(1);
    expect(await follower.follow(take)).toBe(0);
    expect(applied).toMatchObject([{ kind: 'upsert', document: { titles: ['Applied Twice'] } }]);
  });

  test('reads nothing again while a transaction of any database stays open', async () => {
    const administration = new URL(catalog.url);
    administration.pathname = '/postgres';
    const elsewhere = new pg.Client({ connectionString: administration.href });
    await elsewhere.connect();
    await elsewhere.query('BEGIN; SELECT pg_current_xact_id()');
    const before = await currentPosition(catalog.database);
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = 3`;
    await weighed();
    const { changed, next } = await readStretch(catalog.database, before);
    expect(changed).toHaveLength(await catalog.database.client.anime.count());
    const [, xmax = ''] = next.snapshot.split(':');
    // Names what was written in between, if anything was.
    const { rows } = await catalog.database.session((connection) =>
      connection.query(
        `SELECT 'anime' AS "table", id, changed_in FROM anime WHERE changed_in >= $1::bigint
        UNION ALL SELECT 'anime_prominence', anime_id, changed_in FROM anime_prominence WHERE changed_in >= $1::bigint
        UNION ALL SELECT 'anime_tombstone', anime_id, changed_in FROM anime_tombstone WHERE changed_in >= $1::bigint`,
        [xmax],
      ),
    );
    expect(rows).toEqual([]);
    expect((await readStretch(catalog.database, next)).changed).toEqual([]);
    await elsewhere.query('ROLLBACK');
    await elsewhere.end();
  });

  test('reads no rows whose transaction ids come from another cluster', async () => {
    await catalog.database.session((connection) =>
      connection.query(`
        BEGIN;
        SET LOCAL session_replication_role = replica;
        UPDATE anime SET changed_in = 4000000000000;
        COMMIT`),
    );
    expect((await readStretch(catalog.database, await currentPosition(catalog.database))).changed).toEqual([]);
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = 4`;
  });

  test.each([
    ['restoreAnew', 'Texhnolyze', '7'],
    ['restoreInPlace', 'Mushishi', '9'],
  ] as const)('notices a restore beneath it (%s)', async (restore, kept, sourceId) => {
    await catalog.import([anime(sourceId, kept)]);
    const dump = await dumpDatabase(catalog.url);
    await catalog.import([anime('8', 'Ergo Proxy')]);
    await until(async () => (await find('ergo proxy')).length > 0 && (await find(kept)).length > 0);
    for (let change = 0; change < 5; change += 1)
      await catalog.database.client.$executeRaw`UPDATE anime SET popularity = ${change} WHERE title = ${kept}`;

    await dump[restore](catalog.url);
    await until(async () => (await find('ergo proxy')).length === 0, 10_000);
    // Its version is lower than the one that the index held before.
    await catalog.database.client.$executeRaw`UPDATE anime SET title = 'Noein' WHERE title = ${kept}`;
    const { id } = await titled('Noein');
    await until(async () => (await find('noein')).includes(id));
    await until(async () => indexer.status().lastError === null);
    await dump.discard();
  });
});
