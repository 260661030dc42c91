import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { askGraph, importRecords, subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type Pgbouncer, startPgbouncer } from '../support/startPgbouncer.ts';
import { type PostgresServer, startPostgres } from '../support/startPostgres.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

const CLIENTS = 100;
const SERVER_CONNECTIONS = 10;
const SETTINGS = [
  "plan_cache_mode = 'force_generic_plan'",
  "jit = 'off'",
  "idle_in_transaction_session_timeout = '15s'",
];

describeWith(['postgres', 'pgbouncer', 'openssl'], 'two replicas behind PgBouncer in transaction mode', () => {
  let authority: TestAuthority;
  let receiver: Receiver;
  let server: PostgresServer;
  let database: TestDatabase;
  let pool: Pgbouncer;
  let administrator: pg.Client;
  const services: CatalogService[] = [];

  beforeAll(async () => {
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
      response.writeHead(204).end(),
    );
    server = await startPostgres();
    database = await createTestDatabase({ server: server.url, template: 'empty' });
    administrator = new pg.Client({ connectionString: database.url });
    await administrator.connect();
    for (const setting of SETTINGS)
      await administrator.query(`ALTER ROLE postgres IN DATABASE ${database.name} SET ${setting}`);
    pool = await startPgbouncer(server.url, { default_pool_size: SERVER_CONNECTIONS, max_client_conn: 400 });
    for (let n = 0; n < 2; n += 1) {
      const service = await startCatalog({
        ...{ DATABASE_URL: pool.through(database.url), DATABASE_DIRECT_URL: database.url },
        ...{ DATABASE_POOL_SIZE: String(CLIENTS / 2), QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' },
        ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: targetOf('localhost', receiver.port) },
      });
      services.push(service);
    }
  }, 120_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await pool?.stop();
    await administrator?.end();
    await server?.stop();
    await receiver?.close();
    await authority?.remove();
  }, 120_000);

  test('a hundred clients, an import and webhooks: no failure, and no lock of a session in the pool', async () => {
    const [first, second] = services as [CatalogService, CatalogService];
    await subscribeAt(first, [`https://${targetOf('localhost', receiver.port)}/`]);
    const statuses = new Map<number, number>();
    const locks: unknown[] = [];
    let isOver = false;
    const client = async (n: number) => {
      const paths = [
        '/v1/anime?limit=100&sort=title.asc',
        `/v1/anime?limit=${1 + (n % 90)}`,
        '/v1/genres',
        '/v1/search?q=Title&limit=5',
      ];
      for (let turn = n; !isOver; turn += 1) {
        const { publicUrl } = services[turn % 2] as CatalogService;
        const answer = await fetch(`${publicUrl}${paths[turn % paths.length]}`, { headers: { connection: 'close' } });
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    };
    const watch = async () => {
      while (!isOver) {
        const pooled = (await pool.ask<{ remote_pid: number }>('SHOW SERVERS')).map(({ remote_pid }) => remote_pid);
        const { rows } = await administrator.query(
          // Locks of sessions have two keys (objsubid 2), those of transactions one.
          `SELECT pid, classid, objid FROM pg_locks
           WHERE locktype = 'advisory' AND pid = ANY ($1) AND objsubid = 2`,
          [pooled],
        );
        locks.push(...rows);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const running = [watch(), ...Array.from({ length: CLIENTS }, (_, n) => client(n))];
    try {
      for (let batch = 0; batch < 10; batch += 1) {
        await importRecords(services[batch % 2] as CatalogService, newAnime(1 + batch * 50, 50));
      }
      await until(
        () => new Set(receiver.received.map(({ headers }) => headers['service-event-id'])).size === 500,
        90_000,
      );
    } finally {
      isOver = true;
      await Promise.all(running);
    }
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(CLIENTS);
    expect(locks).toEqual([]);
    // Held by the sessions past the pool: those of the two workers and the two listeners at least.
    const { rows } = await administrator.query<{ name: string; n: number }>(
      `SELECT right(application_name, 7) AS name, count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND objsubid = 2 GROUP BY 1`,
    );
    expect(rows).toEqual([{ name: ' direct', n: 2 }]);
    const { diagnostics } = await askGraph<{ diagnostics: { name: string; status: string; detail: string }[] }>(
      second,
      '{ diagnostics { name status detail } }',
    );
    expect(diagnostics.find(({ name }) => name === 'connections')).toEqual({
      ...{ name: 'connections', status: 'OK' },
      detail: expect.stringMatching(/^2 processes of at most 6 connections past the pool .* may open 12; /),
    });
  }, 240_000);
});
