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

/** Whether this fails as a database that is not available; a limit of the test says that it does so in time. */
const isRefused = (work: Promise<unknown>) => work.then(() => false, isDatabaseUnavailable);

/** Whoever still held a connection would be waited for. */
const isIdle = (database: Database) => database.pool().total === database.pool().idle && database.pool().waiting === 0;

const promises: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'holds no reader: those with a connection and those that wait for one hear of it in time': async ({
    database,
    proxy,
  }) => {
    proxy.stall();
    const refused = await Promise.all(Array.from({ length: 14 }, () => isRefused(one(database))));
    expect(refused).toEqual(Array(14).fill(true));
    expect(await isRefused(database.client.serviceState.findMany())).toBe(true);
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
    expect(await isRefused(begun)).toBe(true);
    expect(await isRefused(database.transaction((client) => client.$queryRaw`SELECT 1`))).toBe(true);
    proxy.resume();
    expect(await database.transaction((client) => client.$queryRaw`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await until(() => isIdle(database));
  },

  'a statement of a transaction may take what the transaction may; one of a session what it says': async ({
    database,
  }) => {
    const slow = database.transaction((client) => client.$queryRaw`SELECT pg_sleep(6)::text`, { timeoutMs: 20_000 });
    const script = database.session((connection) => connection.query('SELECT pg_sleep(6)'));
    const short = isRefused(
      database.session((connection) => connection.query('SELECT pg_sleep(6)'), { statementMs: 500 }),
    );
    await expect(slow).resolves.toHaveLength(1);
    await expect(script).resolves.toMatchObject({ rowCount: 1 });
    expect(await short).toBe(true);
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
