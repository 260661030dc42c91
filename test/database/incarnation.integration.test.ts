import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { startRestartablePostgres } from '../support/startRestartablePostgres.ts';
import { until } from '../support/until.ts';

describeWith(['postgres'], 'the incarnation of a database', () => {
  let testDatabase: TestDatabase;
  let superuser: pg.Client;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    superuser = new pg.Client({ connectionString: testDatabase.url });
    await superuser.connect();
  });
  afterAll(async () => {
    await superuser?.end();
    await testDatabase?.drop();
  });

  const open = (url = testDatabase.url) => openDatabase({ url, dataDir: '' });

  test('is the same in every process, whatever is written', async () => {
    const [one, other] = [await open(), await open()];
    await migrate(one);
    const { current } = one.incarnation;
    expect(current).toMatch(/^[\w-]{8}$/);
    await one.client.anime.create({ data: { id: '0190b3ac-0000-7000-8000-000000000001', title: 'Haibane Renmei' } });
    for (const command of [
      'VACUUM anime',
      'REINDEX TABLE anime',
      'DELETE FROM anime',
      'CHECKPOINT',
      'SELECT pg_switch_wal()',
    ])
      await superuser.query(command);
    expect(await one.incarnation.refresh()).toBe(current);
    expect(await other.incarnation.refresh()).toBe(current);
    await one.close();
    await other.close();
  });

  test('is another when tables were emptied to be filled from a dump of data alone', async () => {
    const database = await open();
    const { current } = database.incarnation;
    let told = 0;
    database.incarnation.onChange(() => {
      told += 1;
    });
    await superuser.query('TRUNCATE anime CASCADE');
    await until(() => database.incarnation.current !== current);
    expect(told).toBe(1);
    await database.close();
  });

  test('does without what a hoster keeps to itself', async () => {
    const { name } = testDatabase;
    const url = new URL(testDatabase.url);
    await superuser.query(`CREATE ROLE ${name}_plain LOGIN PASSWORD 'plain'`);
    await superuser.query(`GRANT SELECT ON service_state TO ${name}_plain`);
    await superuser.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
    url.username = `${name}_plain`;
    url.password = 'plain';
    const database = await open(url.href);
    expect(database.incarnation.current).toMatch(/^[\w-]{8}$/);
    const { current } = database.incarnation;
    expect(await database.incarnation.refresh()).toBe(current);
    await database.close();
    await superuser.query(`DROP OWNED BY ${name}_plain; DROP ROLE ${name}_plain`);
  });
});

describeWith(['postgres'], 'the incarnation of a database that starts read-only', () => {
  test('is not that of before while nobody can write down what became of it, and is again once nothing is missing', async () => {
    const postgres = await startRestartablePostgres();
    const ask = async (text: string) => {
      const client = new pg.Client({ connectionString: postgres.url, options: '-c default_transaction_read_only=off' });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    const accept = async () => {
      await ask('ALTER SYSTEM RESET default_transaction_read_only');
      await ask('SELECT pg_reload_conf()');
    };
    const database = await openDatabase({ url: postgres.url, dataDir: '' });
    const changed = (from: string) => until(() => database.incarnation.current !== from, 30_000);
    try {
      await migrate(database);
      await database.incarnation.settle();
      const { current } = database.incarnation;
      // The file of this setting is read at a start, and is part of the files.
      await ask('ALTER SYSTEM SET default_transaction_read_only = on');
      const putBack = await postgres.snapshot();
      await changed(current);
      await accept();
      await until(() => database.incarnation.current === current, 30_000);

      await ask('CREATE TABLE later ()');
      await database.incarnation.refresh();
      await putBack();
      await changed(current);
      await accept();
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(await database.incarnation.refresh()).not.toBe(current);
    } finally {
      await database.close();
      await postgres.stop();
    }
  }, 120_000);
});

describeWith(['postgres'], 'the incarnation of a database whose server starts often', () => {
  test('stays for a process that missed starts which others have judged, unless its own time is lost', async () => {
    const postgres = await startRestartablePostgres();
    const [one, other] = await Promise.all([0, 1].map(() => openDatabase({ url: postgres.url, dataDir: '' })));
    if (!one || !other) throw new Error('not opened');
    const resumed = { one: 0n, other: 0n };
    one.incarnation.onResume((xid) => {
      resumed.one = xid;
    });
    other.incarnation.onResume((xid) => {
      resumed.other = xid;
    });
    // Both ask only when they are told to.
    for (const { incarnation } of [one, other]) incarnation.stop();
    try {
      await migrate(one);
      await one.incarnation.settle();
      const current = await other.incarnation.refresh();
      expect(current).toBe(one.incarnation.current);
      const restart = async (...askers: readonly (typeof one)[]) => {
        await postgres.restart('fast');
        for (const { incarnation } of askers) expect(await insist(() => incarnation.refresh())).toBe(current);
      };
      await restart(one);
      await restart(one);
      await restart(other, one);
      await restart(other);
      await restart(one, other);

      // Ids that a crash gives again concern a process that missed it, too.
      await postgres.restart('immediate');
      await insist(() => one.incarnation.refresh());
      const crashed = resumed.one;
      for (let n = 0; n < 5; n += 1) await one.client.$queryRaw`SELECT pg_current_xact_id()::text`;
      await restart(other, one);
      expect(resumed.other).toBe(crashed);
      expect(resumed.one).toBeGreaterThan(crashed);

      const putBack = await postgres.snapshot();
      await insist(() => one.client.$executeRaw`CREATE TABLE later ()`);
      await insist(() => other.incarnation.refresh());
      await putBack();
      expect(await insist(() => one.incarnation.refresh())).toBe(current);
      await postgres.restart('fast');
      await insist(() => one.incarnation.refresh());
      expect(await insist(() => other.incarnation.refresh())).not.toBe(current);
      expect(await one.incarnation.refresh()).toBe(other.incarnation.current);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await postgres.stop();
    }
  }, 120_000);

  /** The first statements after a restart may meet connections of before. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === 20) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
});
