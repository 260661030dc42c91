import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

jest.setTimeout(180_000);

const line = (id: string, titled = true) =>
  `${JSON.stringify({ type: 'anime', source: 'mal', sourceId: id, ...(titled && { titles: [{ title: id }] }) })}\n`;

/** Ends the session with the lock of the schedules. */
const END_HOLDER = `SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${0x73_63_68_64} AND objid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describeWith(['postgres', 'openssl'], 'catalog sources schedule', () => {
  let database: TestDatabase;
  let authority: TestAuthority;
  let server: Receiver;
  let services: CatalogService[];
  let client: pg.Client;
  let content = line('1');

  beforeAll(async () => {
    authority = await createAuthority();
    server = await startReceiver(await authority.issue(['localhost']), ({ path, headers }, response) => {
      const etag = JSON.stringify(content.length);
      if (path !== '/file') response.writeHead(404).end();
      else if (headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end(content);
    });
    database = await createTestDatabase();
    const variables = {
      ...{ DATABASE_URL: database.url, DUMP: 'off' },
      ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: targetOf('localhost', server.port) },
    };
    services = [await startCatalog(variables), await startCatalog(variables)];
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await Promise.all([...(services ?? []).map((it) => it.stop()), server?.close(), authority?.remove()]);
    await database?.drop();
  });

  const url = () => `https://localhost:${server.port}/file`;
  async function run(...words: string[]) {
    const [service] = services;
    const command = ['sources', ...words, '--json'];
    const { status, stdout, stderr } = await runCatalog(command, { environment: service?.environment ?? {} });
    return { status, stderr, json: JSON.parse(stdout || 'null') };
  }
  const state = async () => (await client.query('SELECT * FROM import_schedule')).rows;

  test('imports an address, tells how it ended, and when the next is due', async () => {
    const made = await run('schedule', 'nightly', url(), '--every', '24h');
    expect(made).toMatchObject({ status: 0, json: { name: 'nightly', everySeconds: 86_400, format: 'catalog' } });
    const first = Date.parse(made.json.dueAt) - Date.now();
    expect(first).toBeLessThan(300_000);
    expect(await run('run', 'nightly')).toMatchObject({ status: 0, json: { outcome: '1 records: 1 created' } });
    const { json } = await run('list');
    expect(json.items).toContainEqual(expect.objectContaining({ name: 'mal', recordCount: 1 }));
    expect(json.schedules).toMatchObject([{ name: 'nightly', url: url(), succeededAt: expect.any(String) }]);
    const next = (Date.parse(json.schedules[0].dueAt) - Date.parse(json.schedules[0].endedAt)) / 3_600_000;
    expect(next).toBeGreaterThan(22);
    expect(next).toBeLessThan(26);
    expect(await run('run', 'nightly')).toMatchObject({
      json: { outcome: expect.stringContaining('unchanged since the import of ') },
    });
  });

  test('what is due runs by itself, in one of the processes', async () => {
    content = line('1') + line('2');
    const before = server.received.length;
    await client.query("UPDATE import_schedule SET due_at = now() - interval '1 minute', outcome = NULL");
    await until(async () => (await state())[0]?.outcome === '2 records: 1 created, 1 unchanged', 60_000);
    // Both have looked once more since.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(server.received).toHaveLength(before + 1);
  });

  test('a failure is told and tried again within an hour', async () => {
    content = line('3') + line('4', false);
    const failed = await run('run', 'nightly');
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('50.0 %, more than 5 %') });
    const [row] = await state();
    expect(row.due_at.getTime() - row.ended_at.getTime()).toBeLessThan(3_600_000 * 1.06);
    expect(row.succeeded_at.getTime()).toBeLessThan(row.ended_at.getTime());
    expect((await client.query("SELECT FROM source_record WHERE source_id = '3'")).rowCount).toBe(0);
  });

  test('a record that the server fails on is rejected alone', async () => {
    content = Array.from({ length: 30 }, (_, n) => line(`of-${n}`)).join('');
    await client.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'odd'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON source_record FOR EACH ROW WHEN (NEW.source_id = 'of-7') EXECUTE FUNCTION fail()`);
    await client.query("UPDATE import_schedule SET due_at = now() - interval '1 minute', outcome = NULL");
    await until(async () => (await state())[0]?.outcome !== null, 60_000);
    await client.query('DROP FUNCTION fail CASCADE');
    expect(await state()).toMatchObject([{ outcome: '30 records: 29 created, 1 rejected' }]);
  });

  test('what fails once its process has lost the lock stays due', async () => {
    content = line('5');
    await client.query(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON source_record EXECUTE FUNCTION full_disk()`);
    const before = server.received.length;
    await client.query("UPDATE import_schedule SET due_at = now() - interval '1 minute', outcome = NULL");
    await until(() => server.received.length > before, 60_000);
    expect((await client.query(END_HOLDER)).rowCount).toBe(1);
    await until(() => server.received.length > before + 1, 60_000);
    // The first has given up within seconds: it tries its batch again no more.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(await state()).toMatchObject([{ outcome: null }]);
    await client.query('DROP FUNCTION full_disk CASCADE');
    await until(async () => (await state())[0]?.outcome === '1 records: 1 created', 90_000);
  });

  test('every process tells when it last succeeded', async () => {
    const [row] = await state();
    const success = `anime_catalog_installation_import_schedule_success_timestamp_seconds{schedule="nightly"} ${row.succeeded_at.getTime() / 1000}`;
    for (const { internalUrl } of services) {
      await until(async () => (await (await fetch(`${internalUrl}/metrics`)).text()).includes(success), 30_000);
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      expect(metrics).toContain(
        'anime_catalog_installation_import_schedule_interval_seconds{schedule="nightly"} 86400',
      );
    }
  });

  test('a key in the query of an address is shown nowhere', async () => {
    const key = 'the-key-of-a-test';
    const shown = [
      await run('schedule', 'keyed', `${url()}/none?key=${key}`, '--every', '24h'),
      await run('run', 'keyed'),
    ];
    expect(shown[1]).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('/file/none?… could not be downloaded'),
    });
    shown.push(await run('list'), await run('remove', 'keyed'));
    expect(shown[3]).toMatchObject({ json: { url: `${url()}/none?…` } });
    expect(JSON.stringify(shown)).not.toContain(key);
    expect(server.received.some(({ path }) => path.includes(key))).toBe(true);
    for (const service of services) expect(service.output()).not.toContain(key);
  });

  test('wrong values are told, and a removed one is not run any more', async () => {
    for (const [words, message] of [
      [['schedule', 'Nightly!', url(), '--every', '24h'], 'name: must be'],
      [['schedule', 'other', 'https://10.0.0.1/', '--every', '24h'], 'url: names an IP address'],
      [['schedule', 'other', 'https://ann:secret@example.org/', '--every', '24h'], 'credentials'],
      [['run', 'nobody'], 'There is no schedule nobody'],
      [['remove', 'no\ud800body'], 'There is no schedule'],
    ] as const) {
      expect(await run(...words)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
    }
    for (const words of [
      ['schedule', 'other', url(), '--every', '5m'],
      ['schedule', 'other', url(), '--every', '24'],
      ['schedule', 'other', url()],
      ['schedule', 'other', url(), '--every', '24h', '--format', 'dump'],
    ]) {
      expect(await run(...words)).toMatchObject({ status: 2 });
    }
    expect(await run('remove', 'nightly')).toMatchObject({ status: 0, json: { name: 'nightly' } });
    expect(await state()).toEqual([]);
    expect(await run('run', 'nightly')).toMatchObject({ status: 1 });
  });
});
