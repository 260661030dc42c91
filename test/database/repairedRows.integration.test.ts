import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
/** The first that refuses what cannot be served. */
const REFUSING = '20261124070100_what_can_be_served';
const ANIME = '0190b3ac-0000-7000-8000-000000000001';
const EPISODE = '0190b3ac-0000-7000-8000-000000000002';

describeWith(['postgres'], 'a database of before with rows that no answer can show', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let folder: string;

  beforeEach(async () => {
    testDatabase = await createTestDatabase({ template: 'empty' });
    database = await openDatabase({ url: testDatabase.url, dataDir: '' });
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    for (const name of (await readdir(migrations)).filter((each) => each < REFUSING))
      await cp(join(migrations, name), join(folder, name), { recursive: true });
    await migrate(database, { migrations: folder });
    await edit(`INSERT INTO anime (id, title) VALUES ('${ANIME}', 'Edited');
      INSERT INTO anime_image (anime_id, position, url, width, height) VALUES ('${ANIME}', 0, 'https://example.com/1.jpg', -1, 5);
      INSERT INTO episode (id, anime_id, number, status) VALUES ('${EPISODE}', '${ANIME}', 1, 'scheduled')`);
  });
  afterEach(async () => {
    await database?.close();
    await testDatabase?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const edit = (sql: string) => database.session((connection) => connection.query(sql));

  test('has what can be unknown unknown', async () => {
    await edit(`UPDATE anime SET start_date = 'infinity', end_date = '0044-03-15 BC', popularity = 'NaN', updated_at = 'infinity';
      UPDATE episode SET scheduled_at = 'infinity'`);
    const { rows: before } = await edit('SELECT version FROM anime');
    await migrate(database);
    expect(
      await database.client.anime.findUniqueOrThrow({ where: { id: ANIME }, include: { images: true } }),
    ).toMatchObject({
      startDate: null,
      endDate: null,
      popularity: null,
      updatedAt: expect.any(Date),
      images: [{ width: null, height: 5 }],
    });
    expect(await database.client.episode.findUniqueOrThrow({ where: { id: EPISODE } })).toMatchObject({
      scheduledAt: null,
    });
    const { rows: after } = await edit('SELECT version FROM anime');
    expect(BigInt(after[0].version)).toBeGreaterThan(BigInt(before[0].version));
  });

  test.each([
    [`number = 'NaN'`, /0190b3ac-0000-7000-8000-000000000002 \(number NaN, released_at null\)/],
    [`status = 'released', released_at = 'infinity'`, /000000000002 \(number 1\.00, released_at infinity\)/],
    ['number = 95000', /000000000002 \(number 95000\.00, released_at null\)/],
  ])('is told the episodes that only their editor can put right: %s', async (values, named) => {
    await edit(`UPDATE episode SET ${values}`);
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(
        new RegExp(`${REFUSING} failed.*${named.source}; set number to .* and start again`),
      ),
    });
    await edit('DELETE FROM episode');
    expect(await migrate(database)).toContain(REFUSING);
  });
});
