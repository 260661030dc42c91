import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/openDatabase.ts';
import { createTestDatabase } from '../support/createTestDatabase.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** PostgreSQL alone: where others connect to. */
  readonly url?: string;
  close(): Promise<void>;
}

export async function openTestPostgresql(options: { migrated: boolean }): Promise<OpenedDatabase & { url: string }> {
  const { url, drop } = await createTestDatabase(options.migrated ? {} : { template: 'empty' });
  const database = await openDatabase({ url, dataDir: '' });
  return {
    database,
    url,
    async close() {
      await database.close();
      await drop();
    },
  };
}

export async function openTestEmbedded(options: { migrated: boolean }): Promise<OpenedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'catalog-test-'));
  const database = await openDatabase({ dataDir });
  if (options.migrated) await migrate(database);
  return {
    database,
    async close() {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
