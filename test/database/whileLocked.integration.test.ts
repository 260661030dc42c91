import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { whileLocked } from '../../src/database/whileLocked.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const LOCK = { key: [1, 2], name: 'the lock' } as const;

/** A database with a way that can be cut. */
interface Place {
  readonly proxy: TcpProxy;
  readonly far: Database;
  readonly near: Database;
  close(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const testDatabase = await createTestDatabase();
  const url = new URL(testDatabase.url);
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const far = await openDatabase({ url: url.href, dataDir: '' });
  const near = await openDatabase({ url: testDatabase.url, dataDir: '' });
  return {
    ...{ proxy, far, near },
    async close() {
      await Promise.all([far.close(), near.close()]);
      await proxy.cut();
      await testDatabase.drop();
    },
  };
}

/** Takes the lock and keeps it until `end` is called or it is lost. */
async function keep(database: Database) {
  let ended = false;
  let begun = () => {};
  const begins = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = whileLocked(database, LOCK, async (isHeld) => {
    begun();
    await until(() => ended || !isHeld(), 60_000);
  });
  await begins;
  return {
    held,
    end: () => {
      ended = true;
    },
  };
}

/** One process holds it, and no other takes it before that ends it. */
async function expectKept({ far, near }: Place, silentMs: number): Promise<void> {
  const lock = await keep(far);
  await new Promise((resolve) => setTimeout(resolve, silentMs));
  expect(await whileLocked(near, LOCK, async () => {})).toBe(false);
  lock.end();
  expect(await lock.held).toBe(true);
  expect(await whileLocked(near, LOCK, async () => {})).toBe(true);
}

describeWith(['postgres'], 'a lock of one process', () => {
  let places: readonly Place[] = [];
  beforeAll(async () => {
    places = [await openPlace(), await openPlace()];
  });
  afterAll(() => Promise.all(places.map((place) => place.close())));

  test('is kept through work that asks for nothing, longer than the server bears silence, and free within 30 s when the host that held it vanishes', async () => {
    const [silent, vanishing] = places as [Place, Place];
    const kept = expectKept(silent, 17_000);
    const lock = await keep(vanishing.far);
    lock.held.catch(() => {});
    vanishing.proxy.stall();
    expect(await whileLocked(vanishing.near, LOCK, async () => {})).toBe(false);
    await until(() => whileLocked(vanishing.near, LOCK, async () => {}), 30_000);
    await expect(lock.held).rejects.toThrow('the lock was lost');
    await kept;
  }, 60_000);

  test('every session is given up by the server that hears nothing of its host', async () => {
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
