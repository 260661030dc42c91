import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { openTestService } from '../support/openTestService.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { until } from '../support/until.ts';

describeWith(['postgres'], 'a service behind a balancer', () => {
  it('is ready once its own listener is open, and says that it stops while it goes on answering', async () => {
    const service = await openTestService({ STOP_GRACE_MS: '1500' });
    const readiness = async () => {
      const answer = await fetch(`${service.internalUrl}/readyz`);
      return [answer.status, ((await answer.json()) as { status: string }).status];
    };
    expect(await readiness()).toEqual([200, 'ready']);
    const before = await fetch(`${service.publicUrl}/v1/anime`);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    const ended = service.end();
    expect(await readiness()).toEqual([503, 'stopping']);
    for (let n = 0; n < 5; n += 1) {
      const answer = await fetch(`${service.publicUrl}/v1/anime`);
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    }
    await ended;
    await expect(fetch(`${service.publicUrl}/v1`)).rejects.toThrow('fetch failed');
  }, 60_000);

  it('answers requests that wait for events instead of waiting for them', async () => {
    const service = await openTestService();
    const held = fetch(`${service.publicUrl}/v1/events?wait=30`);
    await sleep(500);
    await service.end();
    const answer = await held;
    expect([answer.status, await answer.json()]).toEqual([200, { items: [], page: { nextCursor: null, position: 0 } }]);
  }, 25_000);

  it('says that it starts while a first import keeps it', async () => {
    const seen: unknown[] = [];
    const service = await openTestService(
      {},
      {
        onGraph: async ({ internalUrl }) => {
          const answer = await fetch(`${internalUrl}/readyz`);
          seen.push([answer.status, ((await answer.json()) as { status: string }).status]);
        },
      },
    );
    expect(seen).toEqual([[503, 'starting']]);
    await service.end();
  }, 60_000);

  it('stops also while its start waits for somebody else', async () => {
    const { url, drop } = await createTestDatabase({ template: 'empty' });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // The turn of migrations, of a process that hangs.
    await other.query('SELECT pg_advisory_lock(72707369)');
    const { status } = await runCatalog(['serve'], {
      environment: { DATABASE_URL: url, PORT: String(await freePort()), INTERNAL_PORT: String(await freePort()) },
      whileRunning: async (child) => {
        await until(async () => {
          const { rows } = await other.query<{ query: string }>(`SELECT query FROM pg_stat_activity
            WHERE datname = current_database() AND application_name LIKE 'anime-catalog %'`);
          return rows.some(({ query }) => query.includes('pg_try_advisory_lock'));
        });
        child.kill('SIGTERM');
        setTimeout(() => child.kill('SIGKILL'), 20_000).unref();
      },
    });
    expect(status).toBe(0);
    await other.end();
    await drop();
  }, 90_000);
});
