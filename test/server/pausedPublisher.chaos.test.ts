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
    return JSON.parse(run.stdout) as { created: number; rejected: number };
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
    await first;
    expect(await importing(paused, '1')).toMatchObject({ rejected: 0 });
    const { rows } = await client.query('SELECT position::int, anime_id FROM event ORDER BY position');
    expect(rows.map(({ position }) => position)).toEqual([1, 2]);
    expect(new Set(rows.map(({ anime_id }) => anime_id)).size).toBe(2);
  }, 120_000);
});
