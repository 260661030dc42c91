import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { shippedFolders } from '../../src/base/shippedFolders.ts';
import { restoreArchive } from '../../src/database/archive/restoreArchive.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { askPostgres } from '../support/askPostgres.ts';
import { copyEmbedded } from '../support/copyEmbedded.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, type TestService } from '../support/openTestService.ts';
import { runInProcess } from '../support/runInProcess.ts';

async function run(environment: Readonly<Record<string, string>>, ...command: string[]) {
  const { status, stdout, stderr } = await runInProcess([...command, '--json'], { environment });
  return { status, stderr, json: JSON.parse(stdout || 'null') };
}

async function linesOf(file: string): Promise<string[]> {
  return gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
}

describe('archive and restore', () => {
  jest.setTimeout(120_000);

  /** Of services whose databases come from one archive. */
  const own = { DUMP: 'off', CURSOR_SECRET: 'the-cursor-secret-of-a-test-service' };

  describeWith(['postgres'], 'catalog archive and restore', () => {
    let folder: string;
    /** Of the embedded database. */
    let origin: Readonly<Record<string, string>>;
    /** Of a database that has been filled. */
    let filled: Readonly<Record<string, string>>;
    const databases: TestDatabase[] = [];

    async function emptyDatabase(): Promise<TestDatabase> {
      const database = await createTestDatabase({ template: 'empty' });
      databases.push(database);
      return database;
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'catalog-archive-'));
      await copyEmbedded(join(folder, 'origin'));
      const service = await openTestService({ ...own, DATABASE_URL: '', DATA_DIR: join(folder, 'origin') });
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
      await service.end();
    }, 120_000);
    afterAll(async () => {
      for (const database of databases) await database.drop();
      await rm(folder, { recursive: true, force: true });
    });

    const rowsOf = (lines: readonly string[]) => [...lines].filter((line) => line.startsWith('[')).sort();

    test('every row comes back as it was, from the embedded database to PostgreSQL and back', async () => {
      const [first, second] = ['first', 'second'].map((name) => join(folder, `${name}.gz`)) as [string, string];
      expect(await run(origin, 'archive', first)).toMatchObject({ status: 0, json: { file: first } });
      const lines = await linesOf(first);
      const end = JSON.parse(lines.at(-1) ?? '').end;
      const rows = (table: string) => Number(end.tables.find((it: { table: string }) => it.table === table)?.rows);
      for (const table of ['anime', 'episode', 'event', 'source_record', 'proposal', 'application', 'audit_event']) {
        expect({ table, isFilled: rows(table) > 0 }).toEqual({ table, isFilled: true });
      }

      const restored = { ...origin, DATABASE_URL: (await emptyDatabase()).url };
      filled = restored;
      expect(await run(restored, 'restore', first)).toMatchObject({ status: 0, json: { tables: expect.any(Array) } });
      expect(await run(restored, 'archive', second)).toMatchObject({ status: 0 });
      expect(rowsOf(await linesOf(second))).toEqual(rowsOf(lines));

      const embedded = { ...origin, DATA_DIR: join(folder, 'data') };
      expect(await run(embedded, 'restore', second)).toMatchObject({ status: 0 });

      // Nothing is left switched off: a service goes on from there.
      const service = await openTestService({ ...own, DATABASE_URL: restored.DATABASE_URL });
      try {
        const more = join(folder, 'more.ndjson');
        const { position } = (await run(service.environment, 'import', join(folder, 'records.ndjson'))).json;
        await writeFile(more, '{"type":"anime","source":"mal","sourceId":"new","titles":[{"title":"New"}]}\n');
        const { json } = await run(service.environment, 'import', more);
        expect(json).toMatchObject({ created: 1, position: String(Number(position) + 1) });
        const { items } = await (await fetch(`${service.publicUrl}/v1/anime?sort=updated.desc&limit=1`)).json();
        expect(items).toMatchObject([{ title: 'New', revision: 1 }]);
        const sharing = await run(restored, 'archive', join(folder, 'while-serving.gz'));
        expect(sharing.status).toBe(0);
      } finally {
        await service.end();
      }
    });

    test('an archive of an earlier release is filled into its tables, which are migrated on', async () => {
      const migrations = join(folder, 'migrations');
      await cp(shippedFolders.migrations, migrations, { recursive: true });
      const later = join(migrations, '20991231000000_expand_note');
      await mkdir(later);
      await writeFile(
        join(later, 'migration.sql'),
        `ALTER TABLE anime ADD COLUMN note text; UPDATE anime SET note = title;`,
      );
      const { url } = await emptyDatabase();
      const database = await openDatabase({ url, dataDir: '' });
      const lines = await linesOf(join(folder, 'first.gz'));
      const sums = await restoreArchive(database, Readable.from(lines), { ...shippedFolders, migrations });
      await database.close();
      const anime = sums.find(({ table }) => table === 'anime');
      const noted = 'SELECT count(*)::text AS rows FROM anime WHERE note = title';
      expect(await askPostgres(url, noted)).toEqual([{ rows: anime?.rows }]);
      const name = 'SELECT max(migration_name) AS name FROM _prisma_migrations';
      expect(await askPostgres(url, name)).toEqual([{ name: '20991231000000_expand_note' }]);
    });

    test('what is not empty is refused, and stays as it is', async () => {
      const file = join(folder, 'first.gz');
      const target = filled;
      const [before, after] = ['before', 'after'].map((name) => join(folder, `${name}.gz`)) as [string, string];
      expect((await run(target, 'archive', before)).status).toBe(0);
      expect(await run(target, 'restore', file)).toMatchObject({
        status: 1,
        json: { error: { code: 'database_not_empty' } },
      });
      expect((await run(target, 'archive', after)).status).toBe(0);
      expect(await linesOf(after)).toEqual(await linesOf(before));
    });

    test('what is no whole archive of this schema is told, and leaves nothing behind', async () => {
      const lines = await linesOf(join(folder, 'first.gz'));
      const target = { ...origin, DATABASE_URL: (await emptyDatabase()).url };
      const database = await openDatabase({ url: target.DATABASE_URL, dataDir: '' });
      const changed = lines.map((line) => (line.startsWith('[{"id"') ? line.replace('2013', '2014') : line));
      const rowsOfAnime = lines.findIndex((line) => line.startsWith('{"table":"anime"')) + 1;
      const anime = lines[rowsOfAnime] ?? '';
      const count = lines.slice(rowsOfAnime).findIndex((line) => !line.startsWith('['));
      const otherId = anime.replace(/"id":"[0-9a-f]{8}/, '"id":"00000000');
      for (const [content, code, message] of [
        [
          lines.toSpliced(rowsOfAnime, 1),
          'archive_broken',
          `this is no whole archive: ${count} rows of the table "anime" were archived, and it has ${count - 1}, from line ${rowsOfAnime + 1} on`,
        ],
        [lines.with(rowsOfAnime, otherId), 'archive_broken', 'is not present in table "anime"'],
        [
          lines.with(rowsOfAnime, lines[rowsOfAnime + 1] ?? ''),
          'archive_broken',
          `lines ${rowsOfAnime + 1} to ${rowsOfAnime + count} do not fit the table "anime"`,
        ],
        [[...lines, ...lines], 'archive_broken', `line ${lines.length + 1} follows its end`],
        [lines.slice(1), 'archive_broken', 'first line'],
        [['{"type":"archive","version":2}'], 'archive_broken', 'version 2'],
        [[lines[0], 'x'], 'archive_broken', 'line 2 is no JSON object'],
        [[lines[0], '{"table":"pg_class"}'], 'archive_broken', 'which this release does not have'],
        [changed, 'archive_broken', 'checksum'],
        [[lines[0]?.replace(/"migrations":\[[^\]]*\]/, '"migrations":["2020"]')], 'archive_of_other_schema', '2020'],
      ] as const) {
        await expect(restoreArchive(database, Readable.from(content))).rejects.toMatchObject({
          ...{ code, message: expect.stringContaining(message) },
        });
      }
      await database.close();
      const broken = join(folder, 'broken.gz');
      await writeFile(broken, gzipSync(lines.slice(0, -1).join('\n')));
      expect(await run(target, 'restore', broken)).toMatchObject({
        ...{ status: 1, json: { error: { code: 'archive_broken' } } },
        stderr: expect.stringMatching(/broken\.gz: .* ends too early/),
      });
      await writeFile(broken, 'no gzip');
      expect(await run(target, 'restore', broken)).toMatchObject({
        status: 1,
        json: { error: { code: 'archive_broken' } },
      });
      expect(await run(target, 'restore', join(folder, 'none.gz'))).toMatchObject({ status: 2 });
      expect(await run(target, 'restore', join(folder, 'first.gz'))).toMatchObject({ status: 0 });
    });

    test('a user who is not the owner, and a database without tables, are told in one line', async () => {
      const migrated = await createTestDatabase();
      databases.push(migrated);
      const client = new pg.Client({ connectionString: migrated.url });
      await client.connect();
      await client.query(`CREATE ROLE "${migrated.name}"`);
      await client.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO "${migrated.name}"`);
      try {
        const url = new URL(migrated.url);
        url.searchParams.set('options', `-c role=${migrated.name}`);
        const refused = await run({ ...origin, DATABASE_URL: url.href }, 'restore', join(folder, 'first.gz'));
        expect(refused.status).toBe(1);
        expect(refused.stderr).toMatch(
          /^catalog: the user may not fill the database \(must be owner of table \w+\): set DATABASE_URL to the owner of its tables\n$/,
        );
      } finally {
        await client.query(`DROP OWNED BY "${migrated.name}"`);
        await client.query(`DROP ROLE "${migrated.name}"`);
        await client.end();
      }
      const empty = { ...origin, DATABASE_URL: (await emptyDatabase()).url };
      for (const command of [
        ['database', 'restored'],
        ['archive', join(folder, 'nothing.gz')],
      ]) {
        const { status, stderr } = await run(empty, ...command);
        expect([status, stderr]).toEqual([
          1,
          expect.stringMatching(/^catalog: the database has no tables of the catalogue: .*\n$/),
        ]);
      }
    });
  });

  describeWith(['postgres'], 'an archive of PostgreSQL', () => {
    test('has lines and secrets that are its own, and the tables’ owner restores it past what a service left', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'catalog-postgres-archive-'));
      const [from, to] = [await createTestDatabase(), await createTestDatabase()];
      try {
        const ask = ({ url }: TestDatabase, text: string) => askPostgres(url, text);
        const environmentOf = ({ url }: TestDatabase) => ({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') });
        const file = join(folder, 'archive.gz');
        // What somebody writes by hand may have JavaScript's ends of lines, which JSON leaves as they are.
        await ask(from, `INSERT INTO source (name) VALUES (E'a\\u2028b\\u2029c\\u0085d')`);
        await ask(from, `INSERT INTO service_state VALUES ('fingerprint:SECRETS_KEY', '"of the archive"')`);
        expect(await run(environmentOf(from), 'archive', file)).toMatchObject({ status: 0, json: { file } });
        expect((await stat(file)).mode & 0o777).toBe(0o600);

        // A service ran there once, with secrets of its own, and made the dump of a day.
        await ask(
          to,
          `INSERT INTO service_state VALUES ('fingerprint:SECRETS_KEY', '"of its own"'), ('incarnation', '{}')`,
        );
        await ask(
          to,
          `INSERT INTO dump (date, made_at, position, anime, episodes, size, digest)
         VALUES ('2026-11-25', now(), 0, 0, 0, 1, repeat('a', 64))`,
        );
        expect(await run(environmentOf(to), 'restore', file)).toMatchObject({ status: 0 });
        expect(await ask(to, `SELECT name FROM source WHERE length(name) = 7 AND name LIKE 'a%d'`)).toEqual([
          { name: 'a\u2028b\u2029c\u0085d' },
        ]);
        expect(
          await ask(to, `SELECT name, value FROM service_state WHERE name <> 'sql-functions' ORDER BY name`),
        ).toEqual([
          { name: 'fingerprint:SECRETS_KEY', value: 'of the archive' },
          { name: 'incarnation', value: {} },
        ]);
        expect(await ask(to, 'SELECT FROM dump')).toEqual([]);
        expect(await readdir(folder)).toEqual(['archive.gz']);
      } finally {
        for (const database of [from, to]) await database.drop();
        await rm(folder, { recursive: true, force: true });
      }
    });

    test('is not made of a database that is not there, which is not made either', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'catalog-no-archive-'));
      const environment = { DATA_DIR: join(folder, 'data') };
      for (const command of [
        ['archive', join(folder, 'file')],
        ['database', 'restored'],
      ]) {
        const { status, stderr } = await runInProcess(command, { environment });
        expect({ status, stderr }).toEqual({
          status: 1,
          stderr: `catalog: there is no database in DATA_DIR (${join(folder, 'data')}): set DATA_DIR to its folder, or DATABASE_URL\n`,
        });
      }
      expect(await readdir(folder)).toEqual([]);
      await rm(folder, { recursive: true, force: true });
    });
  });
});

describeWith(['postgres'], 'catalog dump, and catalog import --format dump', () => {
  jest.setTimeout(120_000);

  let folder: string;
  let origin: TestService;
  let copy: TestService;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-dump-'));
    // From PostgreSQL into the embedded database.
    origin = await openTestService({ DUMP: 'off' });
    copy = await openTestService({ DATABASE_URL: '', DUMP: 'off' });
    const records = join(folder, 'records.ndjson');
    await writeFile(records, sampleRecords.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect((await run(origin.environment, 'import', records)).status).toBe(0);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([origin?.end(), copy?.end()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('a copy has the same lines after the head', async () => {
    const [first, again] = [join(folder, 'first.ndjson.gz'), join(folder, 'again.ndjson.gz')];
    const dumped = await run(origin.environment, 'dump', first);
    expect(dumped).toMatchObject({ status: 0, json: { file: first, anime: 30, episodes: 7 } });
    const lines = await linesOf(first);
    expect(await run(copy.environment, 'import', first, '--format', 'dump')).toMatchObject({
      status: 0,
      json: { format: 'dump', records: lines.length - 1, created: lines.length - 1, rejected: 0 },
    });
    expect(await run(copy.environment, 'import', first, '--format', 'dump')).toMatchObject({
      status: 0,
      json: { created: 0, unchanged: lines.length - 1 },
    });
    expect(await run(copy.environment, 'dump', again)).toMatchObject({ status: 0, json: { anime: 30, episodes: 7 } });
    expect((await linesOf(again)).slice(1)).toEqual(lines.slice(1));
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    const overHttp = await fetch(`${copy.publicUrl}/v1/dump`);
    expect(Buffer.from(await overHttp.arrayBuffer())).toEqual(await readFile(again));
    const changed = await fetch(`${copy.publicUrl}/v1/anime?updatedSince=2020-01-01T00:00:00Z&limit=100`);
    expect((await changed.json()).items).toHaveLength(30);
  });

  test('says how old it is, and writes the catalogue of now where it is asked to', async () => {
    const [old, fresh, more] = ['old.gz', 'fresh.gz', 'more.ndjson'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    expect((await run(origin.environment, 'dump', old)).status).toBe(0);
    await writeFile(
      more,
      JSON.stringify({ type: 'anime', source: 'mal', sourceId: 'new', titles: [{ title: 'New' }] }),
    );
    for (const service of [origin, copy]) expect((await run(service.environment, 'import', more)).status).toBe(0);
    const { status, json } = await run(origin.environment, 'dump', old);
    expect({ status, json }).toMatchObject({ status: 0, json: { anime: 30 } });
    expect(BigInt(json.head)).toBe(BigInt(json.position) + 1n);
    const { stderr } = await runInProcess(['dump', old], { environment: origin.environment });
    expect(stderr).toContain(`The log is at ${json.head} now: catalog dump --fresh`);
    for (const service of [origin, copy]) {
      const now = await run(service.environment, 'dump', fresh, '--fresh');
      expect(now).toMatchObject({ status: 0, json: { anime: 31, episodes: 7 } });
      expect(now.json.position).toBe(now.json.head);
      expect((await linesOf(fresh)).filter((line) => line.includes('"title":"New"'))).toHaveLength(1);
    }
  });
});
