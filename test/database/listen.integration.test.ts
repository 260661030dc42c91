import { expect, test } from '@jest/globals';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';

describeWith(['postgres'], 'listen', () => {
  test('hears every notification, opens a lost connection anew and tells of that', async () => {
    const testDatabase = await createTestDatabase();
    const database = await openDatabase({ url: testDatabase.url, dataDir: '' });
    const heard: (string | null)[] = [];
    const stop = database.listen('news', (payload) => heard.push(payload));
    const until = async (length: number) => {
      const deadline = Date.now() + 10_000;
      while (heard.length < length && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(1);
    await database.client.$executeRaw`SELECT pg_notify('news', 'first')`;
    await until(2);
    await database.client.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN news' AND pid <> pg_backend_pid()`;
    await until(3);
    await database.client.$executeRaw`SELECT pg_notify('news', 'second')`;
    await until(4);
    expect(heard).toEqual([null, 'first', null, 'second']);
    const others: (string | null)[] = [];
    const stopOthers = database.listen('weather', (payload) => others.push(payload));
    const deadline = Date.now() + 10_000;
    while (others.length === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    await database.client.$executeRaw`SELECT pg_notify('weather', 'rain'), pg_notify('news', 'third')`;
    await until(5);
    expect([heard.at(-1), others]).toEqual(['third', [null, 'rain']]);
    const [listening] = await database.client.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %' AND pid <> pg_backend_pid()`;
    expect(listening?.count).toBe(1n);
    await stopOthers();
    await database.client.$executeRaw`SELECT pg_notify('weather', 'sun'), pg_notify('news', 'fourth')`;
    await until(6);
    expect([heard.at(-1), others]).toEqual(['fourth', [null, 'rain']]);
    await stop();
    const [left] = await database.client.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%LISTEN %' AND pid <> pg_backend_pid()`;
    expect(left?.count).toBe(0n);
    await database.close();
    await testDatabase.drop();
  });
});
