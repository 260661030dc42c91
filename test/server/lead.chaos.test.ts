import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { childrenOf } from '../support/childrenOf.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import type { CatalogService } from '../support/startCatalog.ts';
import { areReady, startWorkers } from '../support/startWorkers.ts';
import { until } from '../support/until.ts';

/** For a machine that is busy. */
const PATIENCE_MS = 120_000;
const NOT_TAKEN = 'the lead of the workers could not be taken over yet';

describeWith(['postgres'], 'a worker that takes the lead over', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database?.drop(), 30_000);

  /** Kills the leader, and does something before the other worker notices. @returns that worker */
  async function handOver({ pid }: CatalogService, before: () => Promise<void>): Promise<number> {
    const [leader = 0, heir = 0] = childrenOf(pid);
    process.kill(heir, 'SIGSTOP');
    process.kill(leader, 'SIGKILL');
    await before();
    process.kill(heir, 'SIGCONT');
    return heir;
  }

  /** Listens where a process that ends listened. */
  async function occupy(port: number): Promise<Server> {
    const server = createServer();
    await until(
      () =>
        new Promise<boolean>((resolve) => {
          server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
        }),
    );
    return server;
  }

  test.each(['INTERNAL_PORT', 'METRICS_PORT'] as const)(
    'has it once %s is free, and tells of the attempts in one line',
    async (occupied) => {
      const ports = { INTERNAL_PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
      const service = await startWorkers({ DATABASE_URL: database.url, ...ports });
      const others: Server[] = [];
      try {
        const heir = await handOver(service, async () => {
          others.push(await occupy(Number(ports[occupied])));
        });
        await until(() => service.output().includes(NOT_TAKEN), PATIENCE_MS);
        await sleep(3_000);
        expect(service.output().split(NOT_TAKEN)).toHaveLength(2);
        for (const other of others) other.close();
        await until(() => areReady(service), PATIENCE_MS);
        const metrics = await (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`)).text();
        expect(metrics).toMatch(/^anime_catalog_workers_replaced_total 1$/m);
        expect(childrenOf(service.pid)).toContain(heir);
      } finally {
        for (const other of others) other.close();
        await service.stop();
      }
    },
    400_000,
  );

  test('goes on with the first import, and tells at its end that the catalogue is ready', async () => {
    const empty = await createTestDatabase();
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    await client.query(`
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2.5); RETURN NULL; END $$;
      CREATE TRIGGER slow AFTER UPDATE ON publication_head FOR EACH STATEMENT EXECUTE FUNCTION slow()`);
    const service = await startWorkers({ DATABASE_URL: empty.url, SAMPLE_DATA: 'catalogue' });
    try {
      expect(service.output()).not.toContain('The catalogue is ready');
      await handOver(service, async () => void (await client.query('DROP TRIGGER slow ON publication_head')));
      await until(() => service.output().includes(`and open ${service.publicUrl}/`), PATIENCE_MS);
    } finally {
      await service.stop();
      await client.end();
      await empty.drop();
    }
  }, 400_000);
});
