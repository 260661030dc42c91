import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { askPostgres } from '../support/askPostgres.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { dumpDatabase } from '../support/dumpDatabase.ts';
import { newAnime } from '../support/newAnime.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { until } from '../support/until.ts';
import { importThroughOutage, OUTAGE_RECORDS } from './importThroughOutage.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

describeWith(['postgres', 'postgresPrograms'], 'a database that takes no writes', () => {
  let database: TestDatabase;
  let service: CatalogService;
  let administrator: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    const server = Object.assign(new URL(database.url), { pathname: '/postgres' });
    administrator = new pg.Client({ connectionString: server.href });
    await administrator.connect();
    service = await startCatalog({ DATABASE_URL: database.url, SEARCH: 'off' });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await administrator?.end();
    await database?.drop();
  }, 60_000);

  const records = (count: number) =>
    newAnime(OUTAGE_RECORDS + 1, count)
      .map((record) => JSON.stringify(record))
      .join('\n');
  const importing = (count: number, flags: readonly string[]) =>
    runInProcess(['import', '-', '--json', ...flags], { environment: service.environment, input: records(count) });
  /** New sessions have it: the old ones are ended, as by a failover. */
  const setReadOnly = async (value: 'on' | 'off') => {
    await administrator.query(`ALTER DATABASE ${database.name} SET default_transaction_read_only = ${value}`);
    await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      database.name,
    ]);
  };
  const readiness = async () => {
    const response = await fetch(`${service.internalUrl}/readyz`);
    const { parts } = (await response.json()) as { parts: { database: { status: string } } };
    return [response.status, parts.database.status];
  };
  const isReady = (status: string) => async () => String(await readiness()) === `200,${status}`;

  const published = async () => {
    const [row] = await askPostgres<{ position: number }>(database.url, 'SELECT position::int FROM publication_head');
    return row?.position ?? Number.NaN;
  };

  it('is told apart from bad records: reads go on, an import waits and ends well', async () => {
    const stderr = await importThroughOutage({
      ...{ services: [service], from: 1 },
      during: async ({ stderr }) => {
        const isTriedAgain = new Promise((resolve) =>
          stderr?.on('data', (text) => /is read-only/.test(text) && resolve(null)),
        );
        await until(async () => (await published()) > 0);
        await setReadOnly('on');
        await until(isReady('read_only'), 10_000);
        expect(await published()).toBeLessThan(OUTAGE_RECORDS);
        expect((await fetch(`${service.publicUrl}/v1/anime`)).status).toBe(200);
        const doctor = await runInProcess(['doctor'], { environment: service.environment });
        expect(doctor.stdout).toContain('It is read-only.');
        await isTriedAgain;
        await setReadOnly('off');
      },
    });
    expect(stderr).toContain('is read-only. Trying the batch again for up to 300 s.');
    expect(await published()).toBe(OUTAGE_RECORDS);
    await until(isReady('ok'), 10_000);
    // Loops that go on failing tell it once, and every half a minute.
    const failing = service.output().match(/"msg":"webhooks: [^"]+"/g) ?? [];
    expect(failing.length).toBeLessThanOrEqual(2 * new Set(failing).size);
  }, 150_000);

  it('ends an import where the patience ends, with the line to go on from', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
    await client.query('CREATE TRIGGER full_disk BEFORE INSERT ON event EXECUTE FUNCTION full_disk()');
    const { status, stdout, stderr } = await importing(400, ['--patience', '1']);
    await client.query('DROP FUNCTION full_disk() CASCADE');
    await client.end();

    const result = JSON.parse(stdout);
    const message = 'The database has no disk space left.';
    expect(result).toMatchObject({ rejected: 0, complete: false });
    expect(result.error).toEqual({ code: 'service_unavailable', message, at: { line: result.records + 1 } });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`Nothing from line ${result.records + 1} on was taken`),
    ]);
    expect((await importing(400, [])).status).toBe(0);
  }, 60_000);

  it('without its tables, as in a restore, is no defect: reads are 503, and an import waits', async () => {
    const dump = await dumpDatabase(database.url);
    const seen = new Map<string, string>();
    const before = await published();
    let isRestoring = true;
    const paths = ['anime', 'anime?updatedSince=2020-01-01T00:00:00Z', 'genres', 'events', `episodes/${UNKNOWN}`];
    const reading = async (path: string) => {
      const { status, headers, body } = await fetch(`${service.publicUrl}/v1/${path}`);
      await body?.cancel();
      if (status === 503) expect(headers.get('retry-after')).toMatch(/^[1-9]/);
      if (![200, 404, 503].includes(status)) seen.set(path, String(status));
      return status;
    };
    const read = async (path: string) => {
      while (isRestoring) await reading(path);
    };
    try {
      const { status, stdout, stderr } = await runCatalog(['import', '-', '--json'], {
        environment: service.environment,
        input: newAnime(3 * OUTAGE_RECORDS, OUTAGE_RECORDS)
          .map((record) => JSON.stringify(record))
          .join('\n'),
        whileRunning: async () => {
          await until(async () => (await published()) > before);
          await administrator.query(`DROP DATABASE ${database.name} WITH (FORCE)`);
          const readers = Promise.all(paths.map(read));
          await administrator.query(`CREATE DATABASE ${database.name} TEMPLATE template0`);
          await until(async () => (await reading('anime')) === 503);
          for (const path of paths) expect([path, await reading(path)]).toEqual([path, 503]);
          await dump.restoreAnew(database.url);
          await dump.restoreInPlace(database.url);
          isRestoring = false;
          await readers;
        },
      });
      expect([status, JSON.parse(stdout)]).toMatchObject([
        0,
        { error: null, records: OUTAGE_RECORDS, rejected: 0, complete: true },
      ]);
      expect(stderr).toMatch(
        /The database (lacks tables or functions, as in a restore|is being restored)\. Trying the batch again/,
      );
    } finally {
      isRestoring = false;
      await dump.discard();
    }
    expect(Object.fromEntries(seen)).toEqual({});
    expect(service.output()).not.toContain('internal_error');
  }, 150_000);
});
