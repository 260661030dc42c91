import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { examineClock, examineDatabase, examineMigrations } from '../../src/diagnostics/examineDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';

describeWith(['postgres'], 'the examination of a database', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase({ template: 'empty' });
    database = await openDatabase({ url: testDatabase.url, dataDir: '' });
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await testDatabase?.drop();
  }, 30_000);

  it('tells its version and how soon it answers', async () => {
    const { detail } = await examineDatabase(database);
    expect(detail).toMatch(/^PostgreSQL \d+(\.\d+)?.* answered in [\d.]+ ms; /);
  });

  it('warns of what processes met lately, such as a full disk', async () => {
    const found = await examineDatabase(database, new Map([['disk_full', 12]]));
    expect([found.status, found.detail]).toEqual([
      'warning',
      expect.stringMatching(/Recent errors in this process: disk_full 12\.$/),
    ]);
    expect(found.remedy).toContain('operations.md#animecatalogdatabaseerrors');
  });

  it('names the migrations that are missing, and the command', async () => {
    expect(await examineMigrations(database)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('20261124000000_baseline'),
      remedy: expect.stringContaining('catalog migrate'),
    });
  });

  it('finds that one machine has one clock, and a clock that goes wrong', async () => {
    await database.ping(5_000);
    expect(examineClock(database.clock)).toMatchObject({ status: 'ok', remedy: null });
    const found = examineClock({ aheadSeconds: -90 });
    expect(found).toMatchObject({ status: 'failed', remedy: expect.stringContaining('NTP') });
    expect(found.detail).toContain("database's clock is 90.0 s ahead of this machine's");
    expect(examineClock({ aheadSeconds: 5 })).toMatchObject({ status: 'warning' });
  });
});

describeWith(['postgres'], 'the examination of connections', () => {
  const CURSOR_SECRET = 'the-cursor-secret-of-both-processes';

  /** This test's own connection. */
  const ADMINISTRATOR = 1;

  interface Answer {
    readonly data: { readonly diagnostics: readonly { readonly name: string; readonly detail: string }[] };
  }

  let first: TestService;
  let second: TestService;
  let administrator: pg.Client;
  beforeAll(async () => {
    first = await openTestService({ CURSOR_SECRET });
    second = await openTestService({ CURSOR_SECRET, DATABASE_URL: first.databaseUrl });
    administrator = new pg.Client({ connectionString: first.databaseUrl });
    await administrator.connect();
  }, 60_000);
  afterAll(async () => {
    await administrator?.end();
    await second?.end();
    await first?.end();
  }, 60_000);

  const check = async () => {
    const answer = (await (
      await first.ask({ query: '{ diagnostics { name status detail remedy } }' })
    ).json()) as Answer;
    return answer.data.diagnostics.find(({ name }) => name === 'connections');
  };
  const limit = (connections: number) =>
    administrator.query(
      `ALTER DATABASE ${new URL(first.databaseUrl).pathname.slice(1)} CONNECTION LIMIT ${connections}`,
    );

  it('multiplies those of a process by the processes that it sees', async () => {
    expect(await check()).toMatchObject({
      status: 'OK',
      detail: expect.stringMatching(
        /^2 processes of at most 11 connections \(DATABASE_POOL_SIZE 10, and 1 beside\) may open 22; /,
      ),
      remedy: null,
    });
  });

  it('compares them with what PostgreSQL allows, and names a remedy', async () => {
    await limit(ADMINISTRATOR + 21);
    expect(await check()).toMatchObject({
      status: 'WARNING',
      detail: expect.stringContaining('has room for 21, so that 1 fit.'),
      remedy: expect.stringContaining('DATABASE_POOL_SIZE'),
    });
    await limit(-1);
  });

  it('lets eight processes of the default settings into the 100 connections of a default server, less 3', async () => {
    await limit(ADMINISTRATOR + 97);
    expect((await check())?.detail).toContain('has room for 97, so that 8 fit.');
    await limit(-1);
  });
});
