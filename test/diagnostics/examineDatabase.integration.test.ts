import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { examineClock, examineDatabase, examineMigrations } from '../../src/diagnostics/examineDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';

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
