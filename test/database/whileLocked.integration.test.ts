import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { whileLocked } from '../../src/database/whileLocked.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

const LOCK = { key: [1, 2], name: 'the lock' } as const;

describeWith(['postgres'], 'a lock of one process', () => {
  let testDatabase: TestDatabase;
  let proxy: TcpProxy;
  let far: Database;
  let near: Database;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    const url = new URL(testDatabase.url);
    proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    far = await openDatabase({ url: url.href, dataDir: '' });
    near = await openDatabase({ url: testDatabase.url, dataDir: '' });
  });
  afterEach(async () => {
    await Promise.all([far?.close(), near?.close()]);
    await proxy?.cut();
    await testDatabase?.drop();
  });

  /** Takes the lock and keeps it until `end` is called or it is lost. */
  const keep = async (database: Database) => {
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
  };

  test("is one process's at a time, and free when that ends it", async () => {
    const lock = await keep(far);
    expect(await whileLocked(near, LOCK, async () => {})).toBe(false);
    lock.end();
    expect(await lock.held).toBe(true);
    expect(await whileLocked(near, LOCK, async () => {})).toBe(true);
  });

  test('is kept through work that asks for nothing, longer than the server bears silence', async () => {
    const lock = await keep(far);
    await new Promise((resolve) => setTimeout(resolve, 17_000));
    expect(await whileLocked(near, LOCK, async () => {})).toBe(false);
    lock.end();
    expect(await lock.held).toBe(true);
  }, 60_000);

  test('is free within 30 s when the host that held it vanishes without a word', async () => {
    const lock = await keep(far);
    lock.held.catch(() => {});
    const began = Date.now();
    proxy.stall();
    await until(() => whileLocked(near, LOCK, async () => {}), 30_000);
    expect(Date.now() - began).toBeGreaterThan(5_000);
    await expect(lock.held).rejects.toThrow('the lock was lost');
  }, 60_000);

  test('every session is given up by the server that hears nothing of its host', async () => {
    const settings = await near.client.$queryRaw`
      SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_%' ORDER BY name`;
    expect(settings).toEqual([
      { name: 'tcp_keepalives_count', setting: '2' },
      { name: 'tcp_keepalives_idle', setting: '10' },
      { name: 'tcp_keepalives_interval', setting: '5' },
      { name: 'tcp_user_timeout', setting: '20000' },
    ]);
  });
});
