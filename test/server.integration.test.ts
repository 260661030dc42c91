import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, test } from '@jest/globals';
import pg from 'pg';
import { askGraph } from './support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from './support/createTestDatabase.ts';
import { describeWith } from './support/describeWith.ts';
import { freePort } from './support/freePort.ts';
import { openTestService, TEST_TOKEN, type TestService } from './support/openTestService.ts';
import { runCatalog } from './support/runCatalog.ts';
import { runInProcess } from './support/runInProcess.ts';
import { type RedisServer, startRedis } from './support/startRedis.ts';
import { openTcpProxy, type TcpProxy } from './support/tcpProxy.ts';
import { until } from './support/until.ts';

describeWith(['postgres'], 'ROLES', () => {
  const PUBLIC_URL = 'https://catalog.example.org';
  const authorization = `Bearer ${TEST_TOKEN}`;

  it.each([
    ['rest', true, false],
    ['graph', false, true],
    ['indexer,webhooks', false, false],
  ])(
    '%s: the public listener %p, the graph on the internal one %p, probes always',
    async (roles, isPublic, hasGraph) => {
      const service = await openTestService({ ROLES: roles });
      try {
        expect(service.publicUrl !== null).toBe(isPublic);
        if (service.publicUrl !== null) expect((await fetch(`${service.publicUrl}/v1/anime`)).status).toBe(200);
        for (const path of ['/livez', '/readyz', '/metrics']) {
          expect([path, (await fetch(service.internalUrl + path)).status]).toEqual([path, 200]);
        }
        const graph = await service.ask({ query: '{ __typename }' });
        expect(graph.status).toBe(hasGraph ? 200 : 404);
        const page = await fetch(`${service.internalUrl}/graphql`, { headers: { accept: 'text/html', authorization } });
        expect(page.status).toBe(hasGraph ? 200 : 404);
      } finally {
        await service.end();
      }
    },
    60_000,
  );

  it('need only their own secrets: a process of the graph writes no file when its token is given', async () => {
    const dataDir = '/nonexistent/never-written';
    const service = await openTestService({ ROLES: 'graph', DATA_DIR: dataDir });
    await service.end();
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
  }, 60_000);

  it('rest: a proxy that TRUST_PROXY leaves out is named by /readyz and doctor, in production too', async () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL,
      CURSOR_SECRET: 'c'.repeat(32),
    };
    const service = await openTestService({ ...production, TRUST_PROXY: 'none' });
    try {
      const parts = async () => (await (await fetch(`${service.internalUrl}/readyz`)).json()).parts;
      await fetch(`${service.publicUrl}/v1/anime`);
      expect(await parts()).not.toHaveProperty('proxy');
      await fetch(`${service.publicUrl}/v1/anime`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
      expect(await parts()).toMatchObject({
        proxy: { status: 'warning', detail: expect.stringMatching(/^127\.0\.0\.1/) },
      });
      const { data } = await (await service.ask({ query: '{ diagnostics { name remedy } }' })).json();
      const [{ remedy }] = data.diagnostics.filter(({ name }: { name: string }) => name === 'configuration');
      expect(remedy).toMatch(/127\.0\.0\.1 sends X-Forwarded-For/);
    } finally {
      await service.end();
    }
  }, 60_000);

  it.each([
    [{}, 'its own'],
    [{ ROLES: 'graph', PUBLIC_URL }, PUBLIC_URL],
    [{ ROLES: 'graph' }, /set PUBLIC_URL to the origin of the process with the role rest, or make the account by/],
  ] as const)(
    'an invitation with %j leads to a page that is served, or is none and says what to set',
    async (settings, place) => {
      const service = await openTestService(settings);
      try {
        const query = 'mutation { inviteUser(input: { name: "eve" }) { origin path } }';
        const { data, errors } = (await (await service.ask({ query })).json()) as {
          readonly data: { readonly inviteUser: { readonly origin: string; readonly path: string } } | null;
          readonly errors?: readonly { readonly message: string }[];
        };
        if (place instanceof RegExp) {
          expect(errors?.[0]?.message).toMatch(place);
          expect(await service.ports.database.client.invitation.count()).toBe(0);
          return;
        }
        const origin = place === 'its own' ? service.publicUrl : place;
        expect(data?.inviteUser).toEqual({ origin, path: expect.stringMatching(/^\/account\/invitation\?/) });
        if (place !== 'its own') return;
        const page = await fetch(`${service.publicUrl}${data?.inviteUser.path}`);
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<bdi>eve</bdi>')]);
      } finally {
        await service.end();
      }
    },
  );
});

describeWith(['postgres'], 'while the database is away', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    service = await openTestService({ DATABASE_URL: url.href });
  }, 60_000);
  afterAll(async () => {
    await service?.end();
    await proxy?.cut();
    await database?.drop();
  }, 60_000);

  const statusOf = async (url: string) => (await fetch(url)).status;
  const eventually = (url: string, status: number) => until(async () => (await statusOf(url)) === status);

  it('is alive and not ready, answers 503, and recovers by itself', async () => {
    expect(await statusOf(`${service.internalUrl}/readyz`)).toBe(200);

    await proxy.cut();
    await eventually(`${service.internalUrl}/readyz`, 503);
    const ready = (await (await fetch(`${service.internalUrl}/readyz`)).json()) as object;
    expect(ready).toMatchObject({ status: 'unready', parts: { database: { status: 'failed' } } });
    expect(JSON.stringify(ready)).not.toContain(new URL(database.url).password);
    expect(await statusOf(`${service.internalUrl}/livez`)).toBe(200);
    expect(await statusOf(`${service.internalUrl}/metrics`)).toBe(200);
    const list = await fetch(`${service.publicUrl}/v1/anime`);
    expect([list.status, ((await list.json()) as { code: string }).code]).toEqual([503, 'service_unavailable']);
    const answer = (await (await service.ask({ query: '{ diagnostics { name status remedy } }' })).json()) as {
      data: { diagnostics: { name: string; status: string; remedy: string | null }[] };
    };
    const check = answer.data.diagnostics.find(({ name }) => name === 'database');
    expect(check).toMatchObject({ status: 'FAILED', remedy: expect.stringContaining('DATABASE_URL') });

    await proxy.restore();
    await eventually(`${service.internalUrl}/readyz`, 200);
    await eventually(`${service.publicUrl}/v1/anime`, 200);
  }, 90_000);
});

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

describeWith(['postgres', 'redis'], 'two services on one database and one Redis', () => {
  const ANONYMOUS = 10;

  let database: TestDatabase;
  let redis: RedisServer;
  let services: TestService[];

  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    const environment = {
      ...{ DATABASE_URL: database.url, REDIS_URL: redis.url },
      ...{ QUOTA_ANONYMOUS: String(ANONYMOUS), QUOTA_CREDENTIALED: '20' },
      CURSOR_SECRET: 'the-cursor-secret-of-two-services',
    };
    services = [await openTestService(environment), await openTestService(environment)];
    // A service is ready before it has reached Redis.
    for (const service of services) await until(() => countsInRedis(service));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()));
    await redis.stop();
    await database.drop();
  });

  async function countsInRedis(service: TestService): Promise<boolean> {
    const { diagnostics } = await askGraph<{ diagnostics: { name: string; status: string }[] }>(
      service,
      '{ diagnostics { name status } }',
    );
    return diagnostics.some(({ name, status }) => name === 'redis' && status === 'OK');
  }

  test('name each other as not examined, and tell in /readyz where quotas are counted', async () => {
    const [{ environment, internalUrl }] = services as [TestService];
    const { stdout } = await runInProcess(['doctor'], { environment });
    expect(stdout).toMatch(/off +processes +This examines .*, and not: rest,graph,indexer,webhooks on /);
    expect(stdout).toContain('Run "catalog doctor" there');
    const { parts } = (await (await fetch(`${internalUrl}/readyz`)).json()) as { parts: object };
    expect(parts).toMatchObject({ redis: { status: 'ok' } });
  });

  test('give an address its quota once', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < ANONYMOUS + 4; call += 1) {
      const answer = await fetch(`${services[call % services.length]?.publicUrl}/v1/genres`);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(ANONYMOUS).fill(200), 429, 429, 429, 429]);
  });
});
