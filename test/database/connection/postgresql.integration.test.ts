import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../../src/database/database.ts';
import { isDatabaseUnavailable } from '../../../src/database/databaseFailures.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { freePort } from '../../support/freePort.ts';
import { until } from '../../support/until.ts';
import { describeDatabase } from '../conformance.ts';

jest.setTimeout(60_000);

describeWith(['postgres'], 'PostgreSQL', () => {
  let place: TestDatabase;
  let opened: { readonly database: Database; readonly url: string };
  beforeAll(async () => {
    place = await createTestDatabase();
    opened = { url: place.url, database: await open(place.url) };
  });
  afterAll(async () => {
    await opened?.database.close();
    await place?.drop();
  });

  const open = (url: string) => openDatabase({ url, dataDir: '' });

  describe('that cannot be used', () => {
    test('nobody listens there', async () => {
      const port = await freePort();
      await expect(open(`postgresql://someone:secret@127.0.0.1:${port}/catalog`)).rejects.toMatchObject({
        code: 'database_unreachable',
        message: `DATABASE_URL: no PostgreSQL at 127.0.0.1:${port}/catalog: connect ECONNREFUSED 127.0.0.1:${port}`,
      });
    });

    test.each([
      ['its database does not exist', (url: URL) => (url.pathname = '/nowhere'), 'database "nowhere" does not exist'],
      ['its user does not exist', (url: URL) => (url.username = 'nobody'), 'user "nobody"'],
    ])('%s', async (_, change, reason) => {
      const url = new URL(opened.url);
      change(url);
      await expect(open(url.href)).rejects.toMatchObject({
        code: 'database_refused',
        message: expect.stringContaining(reason),
      });
    });

    test('it asks for a password that the URL lacks', async () => {
      const url = new URL(opened.url);
      if (url.password === '') return;
      url.password = '';
      await expect(open(url.href)).rejects.toMatchObject({
        code: 'database_refused',
        message: expect.stringContaining('asks for a password'),
      });
    });

    test('its URL names a certificate that is not there', async () => {
      await expect(open(`${opened.url}?sslmode=verify-full&sslrootcert=/nonexistent.pem`)).rejects.toMatchObject({
        code: 'invalid_database_url',
        message: expect.stringMatching(
          /^DATABASE_URL: sslrootcert [^\n]*\/nonexistent\.pem cannot be read: ENOENT[^\n]*$/,
        ),
      });
    });

    test('it is older than 15', async () => {
      // A server of that age cannot be had here: this one is made to say that it is.
      const { url, drop } = await createTestDatabase({ template: 'empty' });
      await asClient(url, (client) =>
        client.query(`CREATE FUNCTION public.current_setting(text) RETURNS text LANGUAGE sql AS $$
          SELECT CASE $1 WHEN 'server_version_num' THEN '140011' WHEN 'server_version' THEN '14.11'
            ELSE pg_catalog.current_setting($1) END $$`),
      );
      const shadowed = `${url}?options=${encodeURIComponent('-c search_path=public,pg_catalog')}`;
      await expect(open(shadowed)).rejects.toMatchObject({
        code: 'database_too_old',
        message: expect.stringMatching(/is PostgreSQL 14\.11, 15 or newer is needed$/),
      });
      await drop();
    });

    test('it takes no writes', async () => {
      const options = encodeURIComponent('-c default_transaction_read_only=on');
      await expect(open(`${opened.url}?options=${options}`)).rejects.toMatchObject({
        code: 'database_read_only',
        message: expect.stringMatching(/^DATABASE_URL: [^\n]* is read-only \(a standby, or [^\n]*$/),
      });
    });

    test('it is not encoded in UTF-8', async () => {
      const name = `latin_${uuid().replaceAll('-', '')}`;
      await asClient(opened.url, (client) =>
        client.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`),
      );
      const url = new URL(opened.url);
      url.pathname = `/${name}`;
      await expect(open(url.href)).rejects.toMatchObject({ code: 'database_not_utf8' });
      await asClient(opened.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    });
  });

  test('that lets its user make no tables is one line', async () => {
    const { url, drop } = await createTestDatabase({ template: 'empty' });
    const role = `poor_${uuid().replaceAll('-', '')}`;
    await asClient(url, (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`));
    const database = await open(url.replace(/\/\/[^@]*@/, `//${role}:secret@`));
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('permission denied for schema public'),
    });
    await database.close();
    await asClient(url, (client) => client.query(`DROP ROLE ${role}`));
    await drop();
  });

  describe('whose connections die', () => {
    const killOthers = () =>
      asClient(opened.url, (client) =>
        client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        ),
      );
    const write = (database: Database, name: string) =>
      database.client.serviceState.create({ data: { name, value: 1 } });

    test('while idle: nobody notices', async () => {
      const { database } = opened;
      await Promise.all(Array.from({ length: 5 }, () => database.client.$queryRaw`SELECT 1 FROM pg_sleep(0.05)`));
      await killOthers();
      await sleep(50);
      expect(await database.client.source.count()).toBeGreaterThan(0);
    });

    test('in a transaction: it rejects, keeps nothing, and the pool goes on', async () => {
      const { database } = opened;
      const name = uuid();
      const killed = database.transaction(async () => {
        await write(database, name);
        await killOthers();
        await write(database, `${name}:2`);
      });
      const error = await killed.catch((it: unknown) => it);
      expect(error).toBeInstanceOf(Error);
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect(await database.client.serviceState.count({ where: { name: { startsWith: name } } })).toBe(0);
      for (let it = 0; it < 20; it += 1) await database.transaction(() => write(database, `${name}:later:${it}`));
      expect(database.pool().total).toBeLessThanOrEqual(10);
    });

    test('in a transaction, just before its commit', async () => {
      const { database } = opened;
      const name = uuid();
      const killed = database.transaction(async () => {
        await write(database, name);
        await killOthers();
        await sleep(50);
      });
      await expect(killed).rejects.toThrow();
      expect(await database.client.serviceState.count({ where: { name } })).toBe(0);
    });

    test('in the midst of a statement', async () => {
      const { database } = opened;
      const slept = database.client.$queryRaw`SELECT 1 FROM pg_sleep(20)`;
      const outcome = slept.then(
        () => 'slept',
        (error: unknown) => isDatabaseUnavailable(error),
      );
      await sleep(100);
      await killOthers();
      expect(await outcome).toBe(true);
      await database.ping(5_000);
    });
  });

  describe('under contention', () => {
    test('a serialisation failure and a deadlock are survived', async () => {
      const { database } = opened;
      const names = [uuid(), uuid()] as const;
      for (const name of names) await database.client.serviceState.create({ data: { name, value: 0 } });
      const raise = (name: string) => database.client.$executeRaw`
        UPDATE service_state SET value = to_jsonb(value::int + 1) WHERE name = ${name}`;
      await Promise.all(
        [names, [...names].reverse()].flatMap((order) =>
          [1, 2].map(() =>
            database.transaction(
              async () => {
                for (const name of order) {
                  await raise(name as string);
                  await sleep(20);
                }
              },
              { isolationLevel: 'RepeatableRead' },
            ),
          ),
        ),
      );
      const rows = await database.client.serviceState.findMany({ where: { name: { in: [...names] } } });
      expect(rows.map((it) => it.value)).toEqual([4, 4]);
    });

    test('a statement that waits for a lock ends with its transaction', async () => {
      const { database } = opened;
      const name = uuid();
      await database.client.serviceState.create({ data: { name, value: 0 } });
      const held = database.transaction(async (tx) => {
        await tx.serviceState.update({ where: { name }, data: { value: 1 } });
        const waiting = asOutsider(() =>
          database.transaction((other) => other.serviceState.update({ where: { name }, data: { value: 2 } }), {
            timeoutMs: 300,
          }),
        );
        // It holds the lock until then.
        await expect(waiting).rejects.toThrow();
      });
      await held;
    });

    test('a ping tells in time that all connections are taken', async () => {
      const database = await openDatabase({ url: opened.url, dataDir: '', poolSize: 2 });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const busy = [1, 2].map(() => database.session(() => held));
      await until(() => database.pool().total === 2 && database.pool().idle === 0);
      await expect(database.ping(150)).rejects.toMatchObject({ code: 'database_unreachable' });
      // They still are.
      expect(database.pool()).toEqual({ total: 2, idle: 0, waiting: 1 });
      release();
      await Promise.all(busy);
      await database.ping(5_000);
      await database.close();
    });

    test('close lets those finish who are under way or wait', async () => {
      const database = await openDatabase({ url: opened.url, dataDir: '', poolSize: 1 });
      const name = uuid();
      const underWay = [1, 2, 3].map((it) =>
        database.transaction(async (tx) => {
          await sleep(50);
          await tx.serviceState.create({ data: { name: `${name}:${it}`, value: it } });
        }),
      );
      await sleep(10);
      await database.close();
      await Promise.all(underWay);
      expect(await opened.database.client.serviceState.count({ where: { name: { startsWith: name } } })).toBe(3);
      await database.close();
    });
  });

  test('listening hears every notification, opens a lost connection anew and tells of that', async () => {
    const { database } = opened;
    const heard: (string | null)[] = [];
    const stop = database.listen('news', (payload) => heard.push(payload));
    const hears = (length: number) => until(() => heard.length >= length);
    await hears(1);
    await database.client.$executeRaw`SELECT pg_notify('news', 'first')`;
    await hears(2);
    await database.client.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN news' AND pid <> pg_backend_pid()`;
    await hears(3);
    await database.client.$executeRaw`SELECT pg_notify('news', 'second')`;
    await hears(4);
    expect(heard).toEqual([null, 'first', null, 'second']);
    const others: (string | null)[] = [];
    const stopOthers = database.listen('weather', (payload) => others.push(payload));
    await until(() => others.length > 0);
    await database.client.$executeRaw`SELECT pg_notify('weather', 'rain'), pg_notify('news', 'third')`;
    await hears(5);
    expect([heard.at(-1), others]).toEqual(['third', [null, 'rain']]);
    const [listening] = await database.client.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %' AND pid <> pg_backend_pid()`;
    expect(listening?.count).toBe(1n);
    await stopOthers();
    await database.client.$executeRaw`SELECT pg_notify('weather', 'sun'), pg_notify('news', 'fourth')`;
    await hears(6);
    expect([heard.at(-1), others]).toEqual(['fourth', [null, 'rain']]);
    await stop();
    // The server ends a session that was closed when it comes to it.
    await until(async () => {
      const [left] = await database.client.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(UN)?LISTEN ' AND pid <> pg_backend_pid()`;
      return left?.count === 0n;
    });
  });

  describeDatabase(() => opened.database, { embedded: false });
});

/** Runs `work` where no transaction is ambient. */
function asOutsider<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    outside.push(() => work().then(resolve, reject));
  });
}

/** Work handed over to a timer that was started outside of every transaction. */
const outside: (() => void)[] = [];
setInterval(() => {
  for (const work of outside.splice(0)) work();
}, 5).unref();

async function asClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
