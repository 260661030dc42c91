import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { until } from '../support/until.ts';
import { startRestartablePostgres } from './startRestartablePostgres.ts';

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

describeWith(['postgres'], 'the incarnation of a database whose server starts again', () => {
  test('is the same after a stop and after a crash, for old and new processes, and another once an operator says so', async () => {
    const postgres = await startRestartablePostgres();
    const open = () => openDatabase({ url: postgres.url, dataDir: '' });
    const [one, other] = [await open(), await open()];
    try {
      await migrate(one);
      const current = await other.incarnation.refresh();
      expect(one.incarnation.current).toBe(current);
      for (const how of ['fast', 'immediate'] as const) {
        await postgres.restart(how);
        const later = await open();
        expect(later.incarnation.current).toBe(current);
        await later.close();
        await until(() => one.incarnation.refresh().then(Boolean, () => false));
        expect(one.incarnation.current).toBe(current);
      }

      const putBack = await postgres.snapshot();
      await until(() =>
        one.client.$executeRaw`CREATE TABLE IF NOT EXISTS later ()`.then(
          () => true,
          () => false,
        ),
      );
      await putBack();
      const names = new Set([current]);
      for (let round = 0; round < 2; round += 1) {
        const operator = await open();
        await operator.incarnation.renew();
        names.add(operator.incarnation.current);
        await until(() =>
          other.incarnation.refresh().then(
            (name) => name === operator.incarnation.current,
            () => false,
          ),
        );
        await operator.close();
      }
      expect(names.size).toBe(3);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await postgres.stop();
    }
  }, 120_000);
});
