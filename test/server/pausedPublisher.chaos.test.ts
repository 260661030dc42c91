import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';

/** A publisher that is silent for 15 s loses its transaction; the rest is for the publication itself and a busy machine. */
const HELD_UP_MS = 20_000;

describeWith(['postgres'], 'a publisher that is paused (SIGSTOP) in its transaction', () => {
  let database: TestDatabase;
  let client: pg.Client;
  const services: CatalogService[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (let n = 0; n < 2; n += 1) services.push(await startCatalog({ DATABASE_URL: database.url, SEARCH: 'off' }));
  }, 60_000);
  afterAll(async () => {
    for (const { pid } of services) process.kill(pid, 'SIGCONT');
    await Promise.all(services.map((service) => service.stop()));
    await client?.end();
    await database?.drop();
  }, 60_000);

  const importing = async (service: CatalogService | undefined, sourceId: string) => {
    const record = { type: 'anime', source: 'mal', sourceId, titles: [{ title: `Anime ${sourceId}` }] };
    const run = await runCatalog(['import', '-', '--json'], {
      environment: service?.environment ?? {},
      input: JSON.stringify(record),
    });
    return JSON.parse(run.stdout) as object;
  };

  const fenced = async (service: CatalogService | undefined) => {
    const metrics = await (await fetch(`${service?.internalUrl}/metrics`)).text();
    return Number(/^anime_catalog_database_errors_total\{class="fenced"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  const positions = async () => {
    const { rows } = await client.query(
      'SELECT e.position::int FROM event e JOIN anime a ON a.id = e.anime_id ORDER BY e.position',
    );
    return rows.map(({ position }) => position);
  };

  const linger = (statement: string) =>
    client.query(
      `CREATE OR REPLACE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM ${statement}; RETURN NULL; END $$`,
    );

  it('holds the others up for 20 s at most, and nothing is lost', async () => {
    const [paused, other] = services;
    await linger('pg_sleep(2)');
    await client.query('CREATE TRIGGER linger AFTER INSERT ON event EXECUTE FUNCTION linger()');
    const first = importing(paused, '1');
    await until(async () => {
      const { rows } = await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      return rows.length > 0;
    });
    process.kill(paused?.pid ?? 0, 'SIGSTOP');
    // Not dropped, which would wait for the paused transaction.
    await linger('pg_sleep(0)');

    const began = performance.now();
    expect(await importing(other, '2')).toMatchObject({ created: 1, rejected: 0 });
    expect(performance.now() - began).toBeLessThan(HELD_UP_MS);

    process.kill(paused?.pid ?? 0, 'SIGCONT');
    await until(() => ['fenced: ', 'operation failed'].every((told) => paused?.output().includes(told)));
    await until(async () => (await fenced(paused)) === 1);
    expect(await fenced(other)).toBe(0);
    expect(await first).toMatchObject({ created: 0, rejected: 0, error: { code: 'server_gone', at: { line: 1 } } });
    // What it had written is gone, and takes no position.
    expect(await positions()).toEqual([1]);
    expect(await importing(paused, '1')).toMatchObject({ created: 1, rejected: 0 });
    expect(await positions()).toEqual([1, 2]);
  }, 120_000);
});
