// Proves that a server that hangs holds no caller beyond its time, and no lock.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import { isDatabaseUnavailable } from '../../../src/database/databaseFailures.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { whileLocked } from '../../../src/database/whileLocked.ts';
import { createTestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcpProxy.ts';
import { until } from '../../support/until.ts';

const one = (database: Database) => database.client.$queryRaw`SELECT ${'1'}::text AS one`;

const LOCK = { key: [1, 2], name: 'the lock' } as const;
const isFree = (database: Database) => whileLocked(database, LOCK, async () => {});

interface Place {
  /** A pool of five connections, which can be made to hang. */
  readonly database: Database;
  /** The same database, from a host that nothing happens to. */
  readonly near: Database;
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
  const near = await openDatabase({ url: place.url, dataDir: '', poolSize: 2 });
  return {
    ...{ database, near, proxy },
    async close() {
      proxy.resume();
      await Promise.all([database.close(), near.close()]);
      await proxy.cut();
      await place.drop();
    },
  };
}

/** Takes the lock and keeps it until `end` is called or it is lost. */
async function keepLock(database: Database) {
  let ended = false;
  let held: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    held = whileLocked(database, LOCK, async (isHeld) => {
      begun();
      await until(() => ended || !isHeld(), 60_000);
    });
  });
  return {
    held,
    end: () => {
      ended = true;
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

  'ends a start to which it never answers': async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const url = `postgresql://127.0.0.1:${port}/catalog`;
    await expect(openDatabase({ url, dataDir: '' })).rejects.toMatchObject({ code: 'database_unreachable' });
    mute.close();
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

  'leaves a lock to a process whose work asks for nothing, longer than the server bears silence': async (place) => {
    const lock = await keepLock(place.database);
    await sleep(17_000);
    expect(await isFree(place.near)).toBe(false);
    lock.end();
    expect(await lock.held).toBe(true);
    expect(await isFree(place.near)).toBe(true);
  },

  'frees a lock within 30 s when the host that held it vanishes': async ({ database, near, proxy }) => {
    const { held } = await keepLock(database);
    const lost = expect(held).rejects.toThrow('the lock was lost');
    proxy.stall();
    expect(await isFree(near)).toBe(false);
    await until(() => isFree(near), 30_000);
    await lost;
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

  test('hears nothing of a host, and gives up every session of it', async () => {
    const settings = await (places[0] as Place).near.client.$queryRaw`
      SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_%' ORDER BY name`;
    expect(settings).toEqual([
      { name: 'tcp_keepalives_count', setting: '2' },
      { name: 'tcp_keepalives_idle', setting: '10' },
      { name: 'tcp_keepalives_interval', setting: '5' },
      { name: 'tcp_user_timeout', setting: '20000' },
    ]);
  });
});
