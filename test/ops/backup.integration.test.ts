import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sampleRecords } from '../rest/support/sampleRecords.ts';
import { askPostgres } from '../support/askPostgres.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { findPostgresProgram } from '../support/startPostgres.ts';

jest.setTimeout(120_000);

const script = fileURLToPath(new URL('../../ops/backup.sh', import.meta.url));
const today = `catalog-${new Date().toISOString().slice(0, 10)}.dump`;

describeWith(['postgres', 'postgresPrograms'], 'ops/backup.sh', () => {
  let catalog: TestCatalog;
  let folder: string;
  beforeAll(async () => {
    catalog = await openTestCatalog();
    await catalog.import(sampleRecords);
  }, 60_000);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-backup-'));
  });
  afterAll(async () => {
    await catalog?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(variables: Readonly<Record<string, string>> = {}) {
    const path = `${dirname(findPostgresProgram('pg_dump') ?? '')}:${process.env.PATH}`;
    const env = { PATH: path, DATABASE_URL: catalog.url, BACKUP_DIR: folder, ...variables };
    return await new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(script, { env }, (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }));
    });
  }
  const ask = (text: string) => askPostgres(catalog.url, text);
  const drills = () => ask("SELECT datname FROM pg_database WHERE datname LIKE 'catalog_drill_%'");

  test('a backup is restored and compared before it counts, and then old ones go', async () => {
    const [old, young] = ['catalog-2020-01-01.dump', 'catalog-2020-01-02.dump'];
    for (const name of [old, young, 'notes.txt']) await writeFile(join(folder, name), '');
    const longAgo = new Date(Date.now() - 20 * 86_400_000);
    for (const name of [old, 'notes.txt']) await utimes(join(folder, name), longAgo, longAgo);
    const { status, stdout, stderr } = await run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [{ tables } = {}] = await ask(
      "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('dump', 'dump_chunk')",
    );
    expect(stdout).toBe(`${join(folder, today)}: ${tables} tables, restored and compared\n`);
    expect((await readdir(folder)).sort()).toEqual([young, today, 'notes.txt'].sort());
    expect(await drills()).toEqual([]);
  });

  test('a drill that fails leaves the backups as they are', async () => {
    const before = (await readdir(folder)).sort();
    const url = new URL(catalog.url);
    url.pathname = '/no_such_database';
    for (const variables of [{ DRILL_URL: url.href }, { DATABASE_URL: url.href }]) {
      const { status, stderr } = await run(variables);
      expect({ status, stderr }).toEqual({ status: expect.any(Number), stderr: expect.stringContaining('failed') });
      expect(status).not.toBe(0);
      expect((await readdir(folder)).sort()).toEqual(before);
    }
    expect(await drills()).toEqual([]);
  });

  test('what runs that were killed have left is removed, and nothing that may be in use', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const [left, young] = [`catalog_drill_${seconds - 50_000}_1`, `catalog_drill_${seconds - 40_000}_1`];
    for (const name of [left, young]) await ask(`CREATE DATABASE ${name} TEMPLATE template0`);
    const [part, youngPart] = ['catalog-2020-01-01.dump.1.part', 'catalog-2020-01-02.dump.1.part'];
    for (const name of [part, youngPart]) await writeFile(join(folder, name), '');
    const longAgo = new Date(Date.now() - 13 * 3_600_000);
    await utimes(join(folder, part), longAgo, longAgo);
    try {
      // Even where the backup itself fails.
      expect(await run({ DATABASE_URL: 'postgresql://127.0.0.1:1/none', DRILL_URL: catalog.url })).not.toMatchObject({
        status: 0,
      });
      expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([youngPart]);
      expect(await drills()).toEqual([{ datname: young }]);
    } finally {
      await ask(`DROP DATABASE ${young}`);
      await rm(join(folder, youngPart));
    }
  });

  test('two at a time spoil nothing', async () => {
    const runs = await Promise.all([run(), run()]);
    expect(runs).toEqual([expect.objectContaining({ status: 0 }), expect.objectContaining({ status: 0 })]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await drills()).toEqual([]);
  });

  test('nothing is restored into another database than that of the drill', async () => {
    const url = new URL(catalog.url);
    const name = url.pathname.slice(1);
    url.pathname = '/';
    url.searchParams.set('dbname', name);
    const { status, stderr } = await run({ DRILL_URL: url.href });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('DRILL_URL') });
    expect(await drills()).toEqual([]);
  });

  test('a variable that is missing or wrong is named', async () => {
    expect(await run({ BACKUP_DIR: '' })).toMatchObject({ stderr: expect.stringContaining('BACKUP_DIR') });
    expect(await run({ BACKUP_KEEP_DAYS: 'x' })).toMatchObject({ status: 2, stderr: expect.stringContaining('days') });
  });
});
