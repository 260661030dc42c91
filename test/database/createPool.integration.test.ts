import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';

describeWith(['postgres'], 'a connection of the pool', () => {
  let place: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    place = await createTestDatabase();
    database = await openDatabase({ url: place.url, dataDir: '', poolSize: 1 });
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await place?.drop();
  }, 60_000);

  test('holds a bounded number of prepared statements, however many texts come and come again', async () => {
    const read = (n: number) => database.client.$queryRawUnsafe(`SELECT $1::int + ${n} AS sum`, 1);
    for (const _round of [1, 2, 3, 4]) {
      for (let n = 0; n < 300; n += 1) expect(await read(n)).toEqual([{ sum: n + 1 }]);
    }
    const [row] = await database.client.$queryRaw<{ held: number }[]>`
      SELECT count(*)::int AS held FROM pg_prepared_statements`;
    expect(row?.held).toBeGreaterThan(100);
    expect(row?.held).toBeLessThanOrEqual(128);
  });
});
