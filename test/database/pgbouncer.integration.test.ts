import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { type DatabaseSettings, openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { type Pgbouncer, startPgbouncer } from '../support/startPgbouncer.ts';
import { type PostgresServer, startPostgres } from '../support/startPostgres.ts';

describeWith(['postgres', 'pgbouncer'], 'a pool of connections before PostgreSQL', () => {
  let server: PostgresServer;
  let database: TestDatabase;
  const pools: Pgbouncer[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    database = await createTestDatabase({ server: server.url });
  }, 60_000);
  afterAll(async () => {
    for (const pool of pools) await pool.stop();
    await server?.stop();
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
      const read = (n: number) => opened.read({ text: `SELECT ($1::int + ${n})::text AS sum`, values: [1] });
      for (let n = 0; n < 300; n += 1) expect(await read(n)).toEqual([[String(n + 1)]]);
      await opened.transaction(async () => {
        for (let n = 0; n < 300; n += 1) expect(await read(n)).toEqual([[String(n + 1)]]);
      });
    } finally {
      await opened.close();
    }
  }, 30_000);
});
