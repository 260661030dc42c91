import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { applyLoad } from '../support/applyLoad.ts';
import { childrenOf } from '../support/childrenOf.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { areReady, startWorkers, WORKERS } from '../support/startWorkers.ts';
import { until } from '../support/until.ts';

const CLIENTS = 8;
/** For a start on a machine that is busy. */
const PATIENCE_MS = 120_000;
/** Those of startCatalog: the processes of one database share them. */
const SECRETS = {
  CURSOR_SECRET: 'the-cursor-secret-of-a-test-service',
  SECRETS_KEY: 'the-secrets-key-of-a-test-service-00',
  INTERNAL_TOKEN: 'the-internal-token-of-a-test',
};

describeWith(['postgres'], 'two workers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database?.drop(), 30_000);

  const variables = () => ({ DATABASE_URL: database.url, ...WORKERS });
  const target = ({ publicUrl }: { readonly publicUrl: string }) => `${publicUrl}/v1/anime?limit=5`;

  test('serve on while one after the other is killed under load, and each is replaced', async () => {
    const service = await startWorkers(variables());
    try {
      for (let round = 0; round < 2; round += 1) {
        const load = applyLoad(target(service), CLIENTS);
        const before = childrenOf(service.pid);
        expect(before).toHaveLength(2);
        await sleep(500);
        const killed = before[round] as number;
        process.kill(killed, 'SIGKILL');
        await until(async () => childrenOf(service.pid).some((pid) => !before.includes(pid)), 2_000);
        await until(() => areReady(service), PATIENCE_MS);
        const { answered, failures } = await load.stop();
        // What was in flight there, one request of each client at most.
        expect(failures.length).toBeLessThanOrEqual(CLIENTS);
        expect(failures).not.toContain('ABORT_ERR');
        expect(answered).toBeGreaterThan(20);
        expect(childrenOf(service.pid)).not.toContain(killed);
      }
      const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
      expect(metrics).toMatch(/^anime_catalog_workers_replaced_total 2$/m);
    } finally {
      await service.stop();
    }
  }, 400_000);

  test('end with the primary, however that ends', async () => {
    const service = await startWorkers(variables());
    const workers = childrenOf(service.pid);
    expect(workers).toHaveLength(2);
    await service.kill();
    const lives = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await until(async () => !workers.some(lives), 10_000);
  }, 250_000);

  // To the primary alone, as an orchestrator sends it, and to every process, as systemd and the end of a terminal do.
  test.each([
    ['the primary', 'SIGTERM'],
    ['every process', 'SIGTERM'],
    ['every process', 'SIGHUP'],
  ] as const)(
    'fail no request when %s is sent %s',
    async (whom, signal) => {
      const [port, internalPort] = [await freePort(), await freePort()];
      const urls = { publicUrl: `http://127.0.0.1:${port}`, internalUrl: `http://127.0.0.1:${internalPort}` };
      const { status, stderr } = await runCatalog(['serve'], {
        environment: {
          ...variables(),
          ...{ HOST: '127.0.0.1', PORT: String(port), INTERNAL_PORT: String(internalPort), LOG_LEVEL: 'warn' },
          ...{ ...SECRETS, SAMPLE_DATA: 'off', STOP_GRACE_MS: '3000' },
        },
        whileRunning: async (child) => {
          const { pid = 0 } = child;
          await until(
            () =>
              fetch(`${urls.internalUrl}/readyz`).then(
                ({ ok }) => ok,
                () => false,
              ),
            PATIENCE_MS,
          );
          const load = applyLoad(target(urls), CLIENTS);
          await sleep(500);
          const told = whom === 'the primary' ? [pid] : [pid, ...childrenOf(pid)];
          for (const each of told) process.kill(each, signal);
          await sleep(1_500);
          const { answered, failures } = await load.stop();
          expect(failures).toEqual([]);
          expect(answered).toBeGreaterThan(20);
        },
      });
      expect(status).toBe(0);
      expect(stderr.match(/Stopping/g)).toHaveLength(1);
    },
    120_000,
  );

  // As Ctrl-C and systemd do it; a worker that has just been started does not listen to signals yet.
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'end with status 0 at a %s to every process, whenever in the start',
    async (signal) => {
      for (const afterMs of [0, 40, 150, 500, 1_500]) {
        const { status, stderr } = await runCatalog(['serve'], {
          environment: {
            ...{ ...variables(), ...SECRETS, PORT: '0', INTERNAL_PORT: '0', SAMPLE_DATA: 'off', LOG_LEVEL: 'silent' },
          },
          whileRunning: async ({ pid = 0 }) => {
            await until(() => childrenOf(pid).length > 0, 20_000);
            await sleep(afterMs);
            for (const each of [...childrenOf(pid), pid]) process.kill(each, signal);
          },
        });
        // On a fast machine the last of them find a service that has told its addresses.
        const told = /^(Serving .*\nInternal listener .*\n)?\n?Stopping[^\n]*\n$/;
        expect([afterMs, status, stderr]).toEqual([afterMs, 0, expect.stringMatching(told)]);
      }
    },
    200_000,
  );

  test('end a start that fails with its line and status', async () => {
    const { status, stderr } = await runCatalog(['serve'], {
      environment: { ...variables(), PORT: '0', INTERNAL_PORT: new URL(database.url).port },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^catalog: INTERNAL_PORT \d+ is in use on 127\.0\.0\.1: .*\n$/);
  }, 60_000);
});
