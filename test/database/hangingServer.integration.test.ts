import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { isDatabaseUnavailable } from '../../src/database/databaseFailures.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const one = (database: Database) => database.client.$queryRaw`SELECT ${'1'}::text AS one`;

describeWith(['postgres'], 'a database that hangs', () => {
  let place: TestDatabase;
  let proxy: TcpProxy;
  let database: Database;
  beforeAll(async () => {
    place = await createTestDatabase();
    const url = new URL(place.url);
    proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    database = await openDatabase({ url: url.href, dataDir: '', poolSize: 5 });
  }, 60_000);
  afterAll(async () => {
    proxy?.resume();
    await database?.close();
    await proxy?.cut();
    await place?.drop();
  }, 60_000);
  beforeEach(async () => {
    await Promise.all(Array.from({ length: 5 }, () => one(database)));
  });

  const failureOf = async (work: Promise<unknown>) => {
    const began = performance.now();
    const error = await work.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return { unavailable: isDatabaseUnavailable(error), seconds: (performance.now() - began) / 1000 };
  };
  /** Whoever still held a connection would be waited for. */
  const isIdle = () => database.pool().total === database.pool().idle && database.pool().waiting === 0;

  test('holds no reader: those with a connection and those that wait for one hear of it in time', async () => {
    proxy.stall();
    const failures = await Promise.all(Array.from({ length: 14 }, () => failureOf(one(database))));
    for (const { unavailable, seconds } of failures) {
      expect(unavailable).toBe(true);
      expect(seconds).toBeLessThan(11);
    }
    expect((await failureOf(database.client.serviceState.findMany())).unavailable).toBe(true);
    proxy.resume();
    expect(await one(database)).toEqual([{ one: '1' }]);
    // Connections that were being made while it hung come to their end first.
    await until(isIdle);
  }, 60_000);

  test('holds no transaction beyond its own time', async () => {
    const begun = database.transaction(
      async (client) => {
        await client.$queryRaw`SELECT 1`;
        proxy.stall();
        await client.$queryRaw`SELECT 2`;
      },
      { timeoutMs: 3_000 },
    );
    const { unavailable, seconds } = await failureOf(begun);
    expect(unavailable).toBe(true);
    expect(seconds).toBeLessThan(7);
    expect((await failureOf(database.transaction((client) => client.$queryRaw`SELECT 1`))).seconds).toBeLessThan(35);
    proxy.resume();
    expect(await database.transaction((client) => client.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await until(isIdle);
  }, 90_000);

  test('a statement of a transaction may take what the transaction may; one of a session what it says', async () => {
    const slow = database.transaction((client) => client.$queryRaw`SELECT pg_sleep(6)::text`, { timeoutMs: 20_000 });
    const script = database.session((connection) => connection.query('SELECT pg_sleep(6)'));
    const short = failureOf(
      database.session((connection) => connection.query('SELECT pg_sleep(6)'), { statementMs: 500 }),
    );
    await expect(slow).resolves.toHaveLength(1);
    await expect(script).resolves.toMatchObject({ rowCount: 1 });
    expect(await short).toMatchObject({ unavailable: true });
    expect((await short).seconds).toBeLessThan(3);
  }, 60_000);

  test('no more than a thousand statements wait for it; the next are told at once', async () => {
    let isHeld = true;
    const slow = Promise.all(Array.from({ length: 5 }, () => database.client.$queryRaw`SELECT pg_sleep(4)::text`));
    const released = slow.then(() => {
      isHeld = false;
    });
    await until(() => database.pool().total === 5 && database.pool().idle === 0);
    const asked = Array.from({ length: 1_100 }, async () => {
      const { unavailable } = await failureOf(one(database));
      return { unavailable, wasHeld: isHeld };
    });
    const refused = (await Promise.all(asked)).filter(({ unavailable }) => unavailable);
    expect(refused).toHaveLength(100);
    expect(refused.every(({ wasHeld }) => wasHeld)).toBe(true);
    await released;
  }, 60_000);
});
