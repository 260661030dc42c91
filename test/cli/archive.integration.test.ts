import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { runCatalog } from '../support/runCatalog.ts';
import { startCatalog } from '../support/startCatalog.ts';

jest.setTimeout(240_000);

describeWith(['postgres'], 'catalog archive, restore and move', () => {
  let folder: string;
  /** Of the embedded database. */
  let origin: Readonly<Record<string, string>>;
  const databases: TestDatabase[] = [];

  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase({ template: 'empty' });
    databases.push(database);
    return database;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-archive-'));
    const service = await startCatalog({ DUMP: 'off', DATA_DIR: join(folder, 'origin') });
    origin = service.environment;
    const records = join(folder, 'records.ndjson');
    const unapproved = { type: 'anime', source: 'fans', sourceId: '1', titles: [{ title: 'Fans' }] };
    await writeFile(records, [...sampleRecords, unapproved].map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect((await run(origin, 'import', records)).status).toBe(0);
    const app = await run(origin, 'apps', 'create', '--name', 'Mirror', '--owner', 'ann', '--external');
    expect(app.status).toBe(0);
    const { items } = await (await fetch(`${service.publicUrl}/v1/anime?limit=2`)).json();
    const title = ['review', 'add-title', items[0].id, 'BNHA', '--kind', 'short', '--language', 'en'];
    expect(await run(origin, ...title)).toMatchObject({ status: 0 });
    await service.stop();
  }, 120_000);
  afterAll(async () => {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(environment: Readonly<Record<string, string>>, ...command: string[]) {
    const { status, stdout, stderr } = await runCatalog([...command, '--json'], { environment });
    return { status, stderr, json: JSON.parse(stdout || 'null') };
  }
  const unpacked = async (file: string) =>
    gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n');
  const rowsOf = (lines: readonly string[]) => [...lines].filter((line) => line.startsWith('[')).sort();

  test('every row comes back as it was, from the embedded database to PostgreSQL and back', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) => join(folder, `${name}.gz`)) as [
      string,
      string,
      string,
    ];
    expect(await run(origin, 'archive', first)).toMatchObject({ status: 0, json: { file: first } });
    const lines = await unpacked(first);
    const end = JSON.parse(lines.at(-1) ?? '').end;
    const rows = (table: string) => Number(end.tables.find((it: { table: string }) => it.table === table)?.rows);
    for (const table of ['anime', 'episode', 'event', 'source_record', 'proposal', 'application', 'audit_event']) {
      expect({ table, isFilled: rows(table) > 0 }).toEqual({ table, isFilled: true });
    }

    const restored = { ...origin, DATABASE_URL: (await emptyDatabase()).url };
    expect(await run(restored, 'restore', first)).toMatchObject({ status: 0, json: { tables: expect.any(Array) } });
    expect(await run(restored, 'archive', second)).toMatchObject({ status: 0 });
    expect(rowsOf(await unpacked(second))).toEqual(rowsOf(lines));

    const moved = { ...origin, DATABASE_URL: (await emptyDatabase()).url };
    expect(await run(moved, 'move')).toMatchObject({ status: 0, json: { from: origin.DATA_DIR } });
    expect(await run(moved, 'archive', third)).toMatchObject({ status: 0 });
    expect(rowsOf(await unpacked(third))).toEqual(rowsOf(lines));

    const embedded = { ...origin, DATA_DIR: join(folder, 'data') };
    expect(await run(embedded, 'restore', second)).toMatchObject({ status: 0 });

    // Nothing is left switched off: a service goes on from there.
    const service = await startCatalog({ ...moved, DUMP: 'off' });
    try {
      const more = join(folder, 'more.ndjson');
      const { position } = (await run(moved, 'import', join(folder, 'records.ndjson'))).json;
      await writeFile(more, '{"type":"anime","source":"mal","sourceId":"new","titles":[{"title":"New"}]}\n');
      const { json } = await run(moved, 'import', more);
      expect(json).toMatchObject({ created: 1, position: String(Number(position) + 1) });
      const { items } = await (await fetch(`${service.publicUrl}/v1/anime?sort=updated.desc&limit=1`)).json();
      expect(items).toMatchObject([{ title: 'New', revision: 1 }]);
      const sharing = await run(moved, 'archive', join(folder, 'while-serving.gz'));
      expect(sharing.status).toBe(0);
    } finally {
      await service.stop();
    }
  });

  test('what is not empty is refused, and stays as it is', async () => {
    const file = join(folder, 'first.gz');
    const target = { ...origin, DATABASE_URL: databases[0]?.url ?? '' };
    const [before, after] = ['before', 'after'].map((name) => join(folder, `${name}.gz`)) as [string, string];
    expect((await run(target, 'archive', before)).status).toBe(0);
    for (const command of [['restore', file], ['move']]) {
      expect(await run(target, ...command)).toMatchObject({
        status: 1,
        json: { error: { code: 'database_not_empty' } },
      });
    }
    expect((await run(target, 'archive', after)).status).toBe(0);
    expect(await unpacked(after)).toEqual(await unpacked(before));
  });

  test('what is no whole archive of this schema is told, and leaves nothing behind', async () => {
    const lines = await unpacked(join(folder, 'first.gz'));
    const target = { ...origin, DATABASE_URL: (await emptyDatabase()).url };
    const broken = join(folder, 'broken.gz');
    const changed = lines.map((line) => (line.startsWith('[{"id"') ? line.replace('2013', '2014') : line));
    for (const [content, code, message] of [
      [lines.slice(0, -1), 'archive_broken', 'ends too early'],
      [lines.slice(1), 'archive_broken', 'first line'],
      [['{"type":"archive","version":2}'], 'archive_broken', 'version 2'],
      [[lines[0], 'x'], 'archive_broken', 'no JSON object'],
      [[lines[0], '{"table":"pg_class"}'], 'archive_broken', 'none of an archive'],
      [changed, 'archive_broken', 'checksum'],
      [[lines[0]?.replace(/"migrations":\[[^\]]*\]/, '"migrations":["2020"]')], 'archive_of_other_schema', '2020'],
    ] as const) {
      await writeFile(broken, gzipSync(content.join('\n')));
      expect(await run(target, 'restore', broken)).toMatchObject({
        status: 1,
        json: { error: { code, message: expect.stringContaining(message) } },
      });
    }
    await writeFile(broken, 'no gzip');
    expect(await run(target, 'restore', broken)).toMatchObject({
      status: 1,
      json: { error: { code: 'archive_broken' } },
    });
    expect(await run(target, 'restore', join(folder, 'none.gz'))).toMatchObject({ status: 1 });
    expect(await run(origin, 'move')).toMatchObject({ status: 2, stderr: expect.stringContaining('DATABASE_URL') });
    expect(await run(target, 'restore', join(folder, 'first.gz'))).toMatchObject({ status: 0 });
  });
});
