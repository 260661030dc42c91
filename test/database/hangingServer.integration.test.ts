import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { isDatabaseUnavailable } from '../../src/database/databaseFailures.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const one = (database: Database) => database.client.$queryRaw`SELECT ${'1'}::text AS one`;

/** A pool of five connections to a database that can be made to hang. */
interface Place {
  readonly database: Database;
  readonly proxy: TcpProxy;
  close(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const place = await createTestDatabase();
  const url = new URL(place.url);
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const database = await openDatabase({ url: url.href, dataDir: '', poolSize: 5 });
  await Promise.all(Array.from({ length: 5 }, () => one(database)));
  return {
    ...{ database, proxy },
    async close() {
      proxy.resume();
      await database.close();
      await proxy.cut();
      await place.drop();
    },
  };
}

async function failureOf(work: Promise<unknown>): Promise<{ unavailable: boolean; seconds: number }> {
  const began = performance.now();
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { unavailable: isDatabaseUnavailable(error), seconds: (performance.now() - began) / 1000 };
}

/** Whoever still held a connection would be waited for. */
const isIdle = (database: Database) => database.pool().total === database.pool().idle && database.pool().waiting === 0;

const promises: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'holds no reader: those with a connection and those that wait for one hear of it in time': async ({
    database,
    proxy,
  }) => {
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
    await until(() => isIdle(database));
  },

  'holds no transaction beyond its own time': async ({ database, proxy }) => {
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
    await until(() => isIdle(database));
  },

  'a statement of a transaction may take what the transaction may; one of a session what it says': async ({
    database,
  }) => {
    const slow = database.transaction((client) => client.$queryRaw`SELECT pg_sleep(6)::text`, { timeoutMs: 20_000 });
    const script = database.session((connection) => connection.query('SELECT pg_sleep(6)'));
    const short = failureOf(
      database.session((connection) => connection.query('SELECT pg_sleep(6)'), { statementMs: 500 }),
    );
    await expect(slow).resolves.toHaveLength(1);
    await expect(script).resolves.toMatchObject({ rowCount: 1 });
    expect(await short).toMatchObject({ unavailable: true });
    expect((await short).seconds).toBeLessThan(3);
  },
};

describeWith(['postgres'], 'a database that hangs', () => {
  const places: Place[] = [];
  const kept = new Map<string, Promise<void>>();
  // They only wait, so they run beside each other.
  beforeAll(async () => {
    for (const [name, keep] of Object.entries(promises)) {
      const place = await openPlace();
      places.push(place);
      const result = keep(place);
      result.catch(() => {});
      kept.set(name, result);
    }
  }, 60_000);
  afterAll(() => Promise.all(places.map((place) => place.close())), 60_000);

  test.each(Object.keys(promises))('%s', (name) => kept.get(name), 90_000);
});
