import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool } from '../../../src/database/connection/createPool.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createTestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';

const STATEMENT_MS = 300;

describeWith(['postgres'], 'a pool of connections', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let connections: ReturnType<typeof createPool>;
  beforeAll(async () => {
    created = await createTestDatabase();
    connections = createPool({ connectionString: created.url, max: 1 }, STATEMENT_MS);
  });
  afterAll(async () => {
    await connections.pool.end();
    await created.drop();
  });

  test('a statement that the server does not answer in time fails, and the next one has a connection', async () => {
    await expect(connections.pool.query('SELECT pg_sleep(5)')).rejects.toThrow(/Connection terminated/);
    expect((await connections.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a statement has its own time, however long others have been waiting for the connection without a pause', async () => {
    const end = performance.now() + 5 * STATEMENT_MS;
    const ask = async () => {
      while (performance.now() < end) await connections.pool.query('SELECT pg_sleep(0.01)');
    };
    await expect(Promise.all([ask(), ask(), ask()])).resolves.toBeDefined();
  });

  test('a statement whose answer this process was too busy to read does not fail', async () => {
    await connections.pool.query('SELECT 1');
    const answer = connections.pool.query('SELECT 1 AS one');
    // Sent, then nothing of the loop runs until the answer is long there.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * STATEMENT_MS);
    expect((await answer).rows).toEqual([{ one: 1 }]);
  });

  test('no more than a thousand statements wait for a connection; the next are told at once', async () => {
    const held = await connections.pool.connect();
    const asked = Array.from({ length: 1_100 }, () =>
      connections.pool.query('SELECT 1').then(
        () => 'answered',
        (error: { code?: unknown }) => error.code,
      ),
    );
    expect(new Set(await Promise.all(asked.slice(1_000)))).toEqual(new Set(['database_busy']));
    held.release();
    expect(new Set(await Promise.all(asked.slice(0, 1_000)))).toEqual(new Set(['answered']));
  });

  test('a connection holds a bounded number of prepared statements, however many texts come and come again', async () => {
    const database = await openDatabase({ url: created.url, dataDir: '', poolSize: 1 });
    const read = (n: number) => database.client.$queryRawUnsafe(`SELECT $1::int + ${n} AS sum`, 1);
    for (const _round of [1, 2, 3, 4]) {
      for (let n = 0; n < 300; n += 1) expect(await read(n)).toEqual([{ sum: n + 1 }]);
    }
    const [row] = await database.client.$queryRaw<{ held: number }[]>`
      SELECT count(*)::int AS held FROM pg_prepared_statements`;
    expect(row?.held).toBeGreaterThan(100);
    expect(row?.held).toBeLessThanOrEqual(128);
    await database.close();
  });
});
