import { execFileSync } from 'node:child_process';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { importThroughOutage, OUTAGE_RECORDS } from '../support/importThroughOutage.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { type PostgresServer, startPostgres, unprivilegedUser } from '../support/startPostgres.ts';
import { until } from '../support/until.ts';

describeWith(['postgres', 'mounts'], 'a tablespace that is full', () => {
  let folder: string;
  let postgres: PostgresServer;
  let database: TestDatabase;
  let client: pg.Client;
  let service: CatalogService;
  beforeAll(async () => {
    const user = unprivilegedUser();
    folder = await mkdtemp(join(tmpdir(), 'catalog-tablespace-'));
    const options = `size=2m,mode=700,uid=${user?.uid},gid=${user?.gid}`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    postgres = await startPostgres();
    database = await createTestDatabase({ server: postgres.url });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await client.query('ALTER TABLE event SET TABLESPACE small');
    service = await startCatalog({ DATABASE_URL: database.url, SEARCH: 'off', DUMP: 'off' });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await client?.end();
    await postgres?.stop();
    execFileSync('umount', [folder]);
    await rmdir(folder);
  }, 60_000);

  test('rejects no record: the import goes on once there is space, and its callers were told to come back', async () => {
    const published = async () => Number((await client.query('SELECT count(*) FROM event')).rows[0].count);
    const stderr = await importThroughOutage({
      ...{ services: [service], from: 1 },
      during: async () => {
        await until(() => service.output().includes('disk'), 60_000);
        expect((await fetch(`${service.publicUrl}/v1/anime`)).status).toBe(200);
        const full = await published();
        await sleep(3_000);
        expect(await published()).toBe(full);
        expect(full).toBeLessThan(OUTAGE_RECORDS);
        execFileSync('mount', ['-o', 'remount,size=200m', folder]);
      },
    });
    expect(stderr).toContain('The database has no disk space left. Trying the batch again');
    expect(await published()).toBe(OUTAGE_RECORDS);
  }, 180_000);
});
