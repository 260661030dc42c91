import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readMigrations } from '../../src/database/migrations/migrationHistory.ts';
import { copyEmbedded } from '../support/copyEmbedded.ts';
import { openSchemaEngine } from './schemaEngine.ts';

const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));
const filters = { externalTables: [], externalEnums: [] };

jest.setTimeout(60_000);

describe('schema.prisma and the migrations, judged by Prisma', () => {
  let dataDir: string;
  let engine: PGlite;
  let schema: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'catalog-schema-'));
    schema = await readFile(schemaFile, 'utf8');
    await copyEmbedded(dataDir);
    engine = await PGlite.create(join(dataDir, 'database'));
  });
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
