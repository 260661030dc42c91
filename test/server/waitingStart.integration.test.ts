import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { until } from '../support/until.ts';

interface Readiness {
  readonly status: string;
  readonly parts: Readonly<Record<'database' | 'migrations', { readonly status: string; readonly detail?: string }>>;
}

describeWith(['postgres'], 'a process that starts', () => {
  let empty: TestDatabase;
  let proxy: TcpProxy;
  let proxied: string;
  let service: CatalogService | undefined;
  beforeAll(async () => {
    empty = await createTestDatabase({ template: 'empty' });
    const url = new URL(empty.url);
    proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    proxied = url.href;
  }, 60_000);
  afterEach(async () => {
    await service?.stop();
  }, 30_000);
  afterAll(async () => {
    await proxy?.cut();
    await empty?.drop();
  }, 60_000);

  const start = (variables: Readonly<Record<string, string>>) =>
    startCatalog({ SEARCH: 'off', LOG_LEVEL: 'info', LOG_FORMAT: 'json', ...variables }, { until: 'livez' });
  const readiness = async (): Promise<[number, Readiness]> => {
    const response = await fetch(`${service?.internalUrl}/readyz`);
    return [response.status, (await response.json()) as Readiness];
  };
  const untilReady = () => until(async () => (await readiness())[0] === 200, 60_000);
  const lines = () => service?.output().match(/"msg":"waiting for the [^"]+"/g) ?? [];

  it('waits for a database that is away, and answers probes meanwhile', async () => {
    await proxy.cut();
    service = await start({ DATABASE_URL: proxied });
    await until(() => lines().length > 0);
    const [status, { status: phase, parts }] = await readiness();
    expect([status, phase]).toEqual([503, 'starting']);
    expect(parts.database).toEqual({ status: 'waiting', detail: expect.stringContaining(`:${proxy.port}/`) });
    expect(parts.migrations).toEqual({ status: 'waiting' });
    expect((await fetch(`${service.internalUrl}/livez`)).status).toBe(200);
    expect(await (await fetch(`${service.internalUrl}/metrics`)).text()).toContain('anime_catalog_build_info');

    const asked = await fetch(`${service.internalUrl}/graphql`, { method: 'POST' });
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '1']);
    const command = await runInProcess(['sources', 'list'], { environment: service.environment });
    expect([command.status, command.stderr]).toEqual([1, expect.stringContaining('is starting')]);

    await proxy.restore();
    await untilReady();
    expect(lines()).toEqual(['"msg":"waiting for the database"']);
  }, 90_000);

  it('says that another process migrates', async () => {
    const database = await createTestDatabase({ template: 'empty' });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('SELECT pg_advisory_lock(72707369)');
    service = await start({ DATABASE_URL: database.url });
    await until(() => lines().length > 0);
    const [status, { status: phase, parts }] = await readiness();
    expect([status, phase, parts.database]).toEqual([503, 'starting', { status: 'ok' }]);
    expect(parts.migrations).toEqual({ status: 'waiting', detail: 'another process migrates the database' });
    expect(lines()).toEqual(['"msg":"waiting for the migrations"']);
    const command = runCatalog(['migrate'], {
      environment: { DATABASE_URL: database.url },
      whileRunning: async ({ stderr }) => {
        await once(stderr as Readable, 'data');
        await client.end();
      },
    });
    expect((await command).stderr).toBe('another process migrates the database.\n');
    await untilReady();
    await service.stop();
    await database.drop();
  }, 90_000);

  it('with MIGRATE=off waits for the schema, which "catalog migrate" makes', async () => {
    const database = await createTestDatabase({ template: 'empty' });
    service = await start({ DATABASE_URL: database.url, MIGRATE: 'off' });
    await until(() => lines().length > 0);
    const [status, { parts }] = await readiness();
    expect([status, parts.migrations]).toEqual([
      503,
      {
        status: 'waiting',
        detail: expect.stringMatching(/^migrations are pending: \d+, from 2\S+ on.*catalog migrate/),
      },
    ]);
    expect((await runInProcess(['migrate'], { environment: { DATABASE_URL: database.url } })).status).toBe(0);
    await untilReady();
    await service.stop();
    await database.drop();
  }, 90_000);
});
