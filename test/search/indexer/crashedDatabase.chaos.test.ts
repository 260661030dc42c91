import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../../../src/database/database.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { Indexer } from '../../../src/search/indexer/indexer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { type RestartablePostgres, startRestartablePostgres } from '../../support/startRestartablePostgres.ts';
import { until } from '../../support/until.ts';

const SELDOM_MS = 600_000;

describeWith(['postgres'], 'the indexer of an index in memory, after crashes of PostgreSQL', () => {
  const index = new EmbeddedSearchIndex();
  let postgres: RestartablePostgres;
  let database: Database;
  let indexer: Indexer;
  let wake = () => {};
  beforeAll(async () => {
    postgres = await startRestartablePostgres();
    database = await openDatabase({ url: postgres.url, dataDir: '' });
    await migrate(database);
    // Transactions that change nothing are written down by it alone, after a fifth of a second by default.
    await database.query({ text: "ALTER SYSTEM SET wal_writer_delay = '10s'" });
    await database.query({ text: 'SELECT pg_reload_conf()' });
    indexer = new Indexer({
      ...{ database, index, shared: false, log: { info: () => {}, warn: () => {} }, pollMs: SELDOM_MS },
      onPublication: (call) => {
        wake = call;
        return async () => {};
      },
    });
    indexer.start();
    await until(() => indexer.status().phase === 'following');
  }, 120_000);
  afterAll(async () => {
    await indexer?.stop();
    await database?.close();
    await postgres?.stop();
  }, 60_000);

  const poll = async (): Promise<void> => {
    const before = indexer.status().caughtUpAt;
    wake();
    await until(() => indexer.status().caughtUpAt !== before);
  };

  /** The indexer has seen ids of transactions that leave no trace. @returns the first id that it has not seen */
  const spendIds = async (): Promise<bigint> => {
    // What it weighs is a change of its own, and would write them down.
    for (let round = 0; round < 3; round += 1) await poll();
    await database.session(async (session) => {
      for (let n = 0; n < 20; n += 1) await session.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK');
    });
    await poll();
    const [[xmax = null] = []] = await database.read({
      text: 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xmax',
      values: [],
    });
    return BigInt(xmax ?? 0);
  };

  /** Connections of the time before fail once each. */
  const recovered = async (): Promise<void> => {
    for (let answers = 0; answers < 3; ) {
      await until(() => database.incarnation.refresh().then(Boolean, () => false));
      answers = await database.client.$queryRaw`SELECT 1`.then(
        () => answers + 1,
        () => 0,
      );
    }
  };

  const crash = async (): Promise<void> => {
    await postgres.restart('immediate');
    await recovered();
  };

  const write = async (id: string, title: string, unseen: bigint): Promise<void> => {
    await database.client.anime.create({ data: { id, title } });
    const [[writer = null] = []] = await database.read({
      text: 'SELECT changed_in::text AS writer FROM anime WHERE id = $1::uuid',
      values: [id],
    });
    // Else the crash lost no id, and this proves nothing.
    expect(BigInt(writer ?? 0)).toBeLessThan(unseen);
  };

  const isFound = async (id: string, q: string): Promise<boolean> => {
    wake();
    const { hits } = await index.search({ q, filters: {}, limit: 10 });
    return hits.some((hit) => hit.id === id);
  };

  const [bebop, trigun, planetes] = [1, 2, 3].map((n) => `0190b3ac-0000-7000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];

  test('finds what has ids that were given before', async () => {
    const { current } = database.incarnation;
    const unseen = await spendIds();
    await crash();
    await write(bebop, 'Cowboy Bebop', unseen);
    await until(() => isFound(bebop, 'cowboy bebop'));
    expect(database.incarnation.current).toBe(current);
  }, 90_000);

  test('finds it after a second crash, too, when it slept over both', async () => {
    const unseen = await spendIds();
    await crash();
    await write(trigun, 'Trigun', unseen);
    await crash();
    await until(() => isFound(trigun, 'trigun'));
  }, 90_000);

  test('finds it where one process of the server crashed, and the server recovered by itself', async () => {
    const [victim, neighbour] = [0, 1].map(() => new pg.Client({ connectionString: postgres.url }));
    if (!victim || !neighbour) throw new Error('not made');
    for (const client of [victim, neighbour]) {
      client.on('error', () => {});
      await client.connect();
    }
    const { rows } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const unseen = await spendIds();
    // The server ends all of its processes.
    const ended = new Promise((resolve) => neighbour.once('end', resolve));
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await ended;
    await recovered();
    await write(planetes, 'Planetes', unseen);
    await until(() => isFound(planetes, 'planetes'));
  }, 90_000);
});
