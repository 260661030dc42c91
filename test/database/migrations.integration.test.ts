import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrations/migrate.ts';
import { readMigrations } from '../../src/database/migrations/migrationHistory.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { copyEmbedded } from '../support/copyEmbedded.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { openSchemaEngine } from './schemaEngine.ts';

describeWith(['postgres'], 'a migration of a table that somebody reads', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let reader: pg.Client;
  let folder: string;

  beforeEach(async () => {
    testDatabase = await createTestDatabase({ template: 'empty' });
    database = await openDatabase({ url: testDatabase.url, dataDir: '' });
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await write('1_table', 'CREATE TABLE held (id int)');
    await migrate(database, { migrations: folder });
    await write('2_column', 'ALTER TABLE held ADD COLUMN name text');
    reader = new pg.Client({ connectionString: testDatabase.url, application_name: 'a long report' });
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM held');
  });
  afterEach(async () => {
    await reader?.end();
    await database?.close();
    await testDatabase?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(name: string, sql: string): Promise<void> {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), sql);
  }

  test('lets others read meanwhile, and ends when the reader has', async () => {
    const migrating = migrate(database, { migrations: folder });
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Behind a migration that waits, this would wait until the transaction ends.
    await database.client.$queryRaw`SELECT * FROM held`;
    await reader.query('COMMIT');
    expect(await migrating).toEqual(['2_column']);
  });

  test('an index is built beside writers, by one of many that start at once', async () => {
    await reader.query('COMMIT');
    await migrate(database, { migrations: folder });
    await write(
      '3_index',
      '-- Outside a transaction: writers go on meanwhile.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS held_name ON held (name)',
    );
    await write('4_after', 'CREATE TABLE after (id int)');
    await reader.query(`BEGIN; INSERT INTO held VALUES (1, 'n')`);
    const starts = Promise.all([1, 2, 3].map(() => migrate(database, { migrations: folder })));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await database.client.$executeRaw`INSERT INTO held VALUES (2, 'm')`;
    await reader.query('COMMIT');
    expect((await starts).flat().sort()).toEqual(['3_index', '4_after']);
    const valid = await database.client.$queryRaw`
      SELECT indisvalid FROM pg_index WHERE indexrelid = 'held_name'::regclass`;
    expect(valid).toEqual([{ indisvalid: true }]);
  });

  test('gives up in the end, and says why', async () => {
    const waits: string[] = [];
    const options = { patienceMs: 2_500, onWait: (detail: string) => waits.push(detail) };
    await expect(migrate(database, { migrations: folder }, options)).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(/^migration 2_column failed, .*lock timeout; pg_stat_activity names the session/),
    });
    expect(waits).toEqual([expect.stringMatching(/^migration 2_column failed/)]);
    await reader.query('ROLLBACK');
    expect(await migrate(database, { migrations: folder })).toEqual(['2_column']);
  });
});

describe('schema.prisma and the migrations, judged by Prisma', () => {
  const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));
  const filters = { externalTables: [], externalEnums: [] };

  jest.setTimeout(60_000);

  let dataDir: string;
  let engine: PGlite;
  let schema: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-schema-'));
    schema = await readFile(schemaFile, 'utf8');
    await copyEmbedded(dataDir);
    engine = await PGlite.create(join(dataDir, 'database'));
  }, 120_000);
  afterAll(async () => {
    await engine.close();
    await rm(dataDir, { recursive: true });
  });

  async function diff() {
    const files = [{ path: 'schema.prisma', content: schema }];
    const judge = await openSchemaEngine(engine, schema);
    return await judge.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    });
  }

  async function diagnose() {
    const migrations = await readMigrations();
    const judge = await openSchemaEngine(engine, schema);
    return await judge.diagnoseMigrationHistory({
      migrationsList: {
        baseDir: 'prisma/migrations',
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      optInToShadowDatabase: false,
      filters,
    });
  }

  test('lead to the same tables', async () => {
    expect(await diff()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('empty migration') });
  });

  test('have a history that Prisma takes for its own', async () => {
    expect(await diagnose()).toMatchObject({
      history: null,
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
    });
  });
});
