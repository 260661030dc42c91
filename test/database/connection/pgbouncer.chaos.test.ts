// Proves that PgBouncer in transaction mode costs no caller, import or webhook a failure, and that wrong pools are
// refused.

import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import pg from 'pg';
import { type DatabaseSettings, openDatabase } from '../../../src/database/openDatabase.ts';
import { targetOf } from '../../../src/graph/webhook/receiverUrl.ts';
import { askGraph, importRecords, subscribeAt } from '../../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { type Pgbouncer, startPgbouncer } from '../../support/startPgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../support/startPostgres.ts';
import { createAuthority, type TestAuthority } from '../../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../../support/tls/startReceiver.ts';
import { until } from '../../support/until.ts';

const CLIENTS = 40;
const SERVER_CONNECTIONS = 10;
const SETTINGS = ["jit = 'off'", "idle_in_transaction_session_timeout = '15s'"];

describeWith(['postgres', 'pgbouncer'], 'PgBouncer', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.stop(), 60_000);

  describe('a pool of connections before PostgreSQL', () => {
    let database: TestDatabase;
    const pools: Pgbouncer[] = [];
    beforeAll(async () => {
      database = await createTestDatabase({ server: server.url });
    }, 60_000);
    afterAll(async () => {
      for (const pool of pools) await pool.stop();
    }, 60_000);

    const pool = async (settings?: Parameters<typeof startPgbouncer>[1]) => {
      const started = await startPgbouncer(server.url, settings);
      pools.push(started);
      return started;
    };
    const ask = async (text: string) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    const open = (settings: Omit<DatabaseSettings, 'dataDir'>) => openDatabase({ ...settings, dataDir: '' });
    const refusalOf = async (settings: Omit<DatabaseSettings, 'dataDir'>) => {
      const error: unknown = await open(settings).then(
        (opened) => opened.close(),
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'database_pooled', message: expect.not.stringContaining('\n') });
      return (error as Error).message;
    };

    const statementsOf = (refusal: string) => refusal.replace(/^.*: run (.*), then RECONNECT.*$/, '$1');

    it('is refused without the way past it, whoever else uses it', async () => {
      for (const settings of [
        {},
        { default_pool_size: 1 },
        { server_round_robin: 1 },
        { ignore_startup_parameters: 'options' },
      ]) {
        const { through } = await pool(settings);
        const refusal = await refusalOf({ url: through(database.url) });
        expect(refusal).toMatch(/^DATABASE_URL leads through a pool .*: name the way past it in DATABASE_DIRECT_URL/);
        expect(await refusalOf({ url: database.url, directUrl: through(database.url) })).toMatch(
          /^DATABASE_DIRECT_URL leads/,
        );
      }
    }, 60_000);

    it('is refused when it loses prepared statements, as PgBouncer before 1.21 does', async () => {
      const { through } = await pool({ max_prepared_statements: 0 });
      // The second time the statement of the first is still there.
      for (let start = 0; start < 2; start += 1) {
        expect(await refusalOf({ url: through(database.url), directUrl: database.url })).toMatch(
          /^DATABASE_URL: the pool .*: PgBouncer must be 1\.21 or newer/,
        );
      }
    }, 30_000);

    it('is refused when its sessions lack settings, with the statements that set them', async () => {
      const { through, ask: console } = await pool();
      const url = through(database.url);
      const refusal = await refusalOf({ url, directUrl: database.url });
      expect(refusal).toMatch(/^DATABASE_URL: sessions behind the pool at .* lack settings/);
      await ask(statementsOf(refusal));
      await console('RECONNECT');
      await (await open({ url, directUrl: database.url })).close();
      await ask(`ALTER ROLE postgres IN DATABASE ${database.name} RESET ALL`);
    }, 30_000);

    it('is refused beside a way that leads elsewhere', async () => {
      const other = await createTestDatabase({ server: server.url });
      const { through } = await pool();
      expect(await refusalOf({ url: through(database.url), directUrl: other.url })).toMatch(
        /^DATABASE_DIRECT_URL leads to another database/,
      );
    }, 30_000);

    it('forgets statements that a client has no use for any more, within transactions too', async () => {
      const { through, ask: console } = await pool({ default_pool_size: 2 });
      const settings = { url: through(database.url), directUrl: database.url, poolSize: 1 };
      await ask(statementsOf(await refusalOf(settings)));
      await console('RECONNECT');
      const opened = await open(settings);
      try {
        const read = (n: number) => opened.client.$queryRawUnsafe(`SELECT $1::int + ${n} AS sum`, 1);
        const all = async () => {
          for (let n = 0; n < 300; n += 1) expect(await read(n)).toEqual([{ sum: n + 1 }]);
        };
        for (const _round of [1, 2, 3, 4]) await all();
        await opened.transaction(all);
      } finally {
        await opened.close();
      }
    }, 30_000);
  });

  describeWith(['openssl'], 'two replicas behind PgBouncer in transaction mode', () => {
    let authority: TestAuthority;
    let receiver: Receiver;
    let database: TestDatabase;
    let pool: Pgbouncer;
    let administrator: pg.Client;
    const services: CatalogService[] = [];

    beforeAll(async () => {
      authority = await createAuthority();
      receiver = await startReceiver(await authority.issue(['localhost']), (_request, response) =>
        response.writeHead(204).end(),
      );
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
      await receiver?.close();
      await authority?.remove();
    }, 120_000);

    test('forty clients, an import and webhooks: no failure, and no lock of a session in the pool', async () => {
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
        for (let batch = 0; batch < 6; batch += 1) {
          await importRecords(services[batch % 2] as CatalogService, newAnime(1 + batch * 10, 10));
        }
        await until(
          () => new Set(receiver.received.map(({ headers }) => headers['service-event-id'])).size === 60,
          90_000,
        );
      } finally {
        isOver = true;
        await Promise.all(running);
      }
      expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
      expect(statuses.get(200)).toBeGreaterThan(CLIENTS);
      expect(locks).toEqual([]);
      const { diagnostics } = await askGraph<{ diagnostics: { name: string; status: string; detail: string }[] }>(
        second,
        '{ diagnostics { name status detail } }',
      );
      expect(diagnostics.find(({ name }) => name === 'connections')).toEqual({
        ...{ name: 'connections', status: 'OK' },
        detail: expect.stringMatching(/^2 processes of at most 3 connections past the pool .* may open 6; /),
      });
    }, 240_000);
  });
});
