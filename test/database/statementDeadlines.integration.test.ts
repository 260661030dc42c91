import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool } from '../../src/database/createPool.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';

const STATEMENT_MS = 300;

describeWith(['postgres'], 'a statement', () => {
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

  test('that the server does not answer in time fails, and the next one has a connection', async () => {
    await expect(connections.pool.query('SELECT pg_sleep(5)')).rejects.toThrow(/Connection terminated/);
    expect((await connections.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('has its own time, however long others have been waiting for the connection without a pause', async () => {
    const end = performance.now() + 5 * STATEMENT_MS;
    const ask = async () => {
      while (performance.now() < end) await connections.pool.query('SELECT pg_sleep(0.01)');
    };
    await expect(Promise.all([ask(), ask(), ask()])).resolves.toBeDefined();
  });

  test('whose answer this process was too busy to read does not fail', async () => {
    await connections.pool.query('SELECT 1');
    const answer = connections.pool.query('SELECT 1 AS one');
    // Sent, then nothing of the loop runs until the answer is long there.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * STATEMENT_MS);
    expect((await answer).rows).toEqual([{ one: 1 }]);
  });
});
