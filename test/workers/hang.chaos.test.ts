import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { childrenOf } from '../support/childrenOf.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import type { CatalogService } from '../support/startCatalog.ts';
import { areReady, startWorkers } from '../support/startWorkers.ts';
import { until } from '../support/until.ts';

/** For a machine that is busy. */
const PATIENCE_MS = 120_000;
/** Longer than a worker may be silent. */
const LONG_MS = 25_000;

describeWith(['postgres'], 'of two workers', () => {
  let database: TestDatabase;
  let service: CatalogService;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startWorkers({ DATABASE_URL: database.url });
  }, 250_000);
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  }, 60_000);

  const signal = (name: NodeJS.Signals, ...pids: readonly number[]) => {
    for (const pid of pids) process.kill(pid, name);
  };
  const killsTold = () => service.output().match(/a worker hangs and is killed/g)?.length ?? 0;

  test('none is killed where they and the primary were stopped, as by a machine that sleeps', async () => {
    const workers = childrenOf(service.pid);
    signal('SIGSTOP', service.pid, ...workers);
    await sleep(LONG_MS);
    signal('SIGCONT', service.pid);
    await sleep(3_000);
    signal('SIGCONT', ...workers);
    await until(() => areReady(service), PATIENCE_MS);
    await sleep(LONG_MS);
    expect(childrenOf(service.pid)).toEqual(workers);
    expect(killsTold()).toBe(0);
  }, 300_000);

  test('one that hangs is killed and replaced, the leader too, and one that starts is waited for', async () => {
    for (const [kills, hanging = 0] of childrenOf(service.pid).entries()) {
      const before = childrenOf(service.pid);
      signal('SIGSTOP', hanging);
      const replacement = () => childrenOf(service.pid).find((pid) => !before.includes(pid)) ?? 0;
      await until(() => replacement() !== 0, PATIENCE_MS);
      await until(() => killsTold() === kills + 1);
      const starting = replacement();
      // Not between fork and exec, for which the primary waits.
      await sleep(500);
      signal('SIGSTOP', starting);
      await sleep(LONG_MS);
      signal('SIGCONT', starting);
      await until(() => areReady(service), PATIENCE_MS);
      expect(childrenOf(service.pid)).toContain(starting);
      expect(killsTold()).toBe(kills + 1);
    }
  }, 600_000);
});
