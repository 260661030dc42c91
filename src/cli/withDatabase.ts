import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { CommandFailure } from './failures.ts';

type DatabasePlace = Pick<Configuration, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>;

/**
 * Opens the database of the configuration for as long as `work` takes: that of DATABASE_URL, or the embedded one.
 * @param mayBeNew whether a missing embedded database is created
 * @throws CommandFailure `no_database`; as openDatabase
 */
export async function withDatabase<Result>(
  { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir }: DatabasePlace,
  work: (database: Database) => Promise<Result>,
  { mayBeNew = false } = {},
): Promise<Result> {
  if (url === undefined && !mayBeNew && !existsSync(join(dataDir, 'database'))) {
    const remedy = 'set DATA_DIR to its folder, or DATABASE_URL';
    throw new CommandFailure('no_database', `there is no database in DATA_DIR (${dataDir}): ${remedy}`);
  }
  // Loaded when needed: the other commands start without Prisma.
  const { openDatabase } = await import('../database/openDatabase.ts');
  const database = await openDatabase({ url, directUrl, dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** @throws CommandFailure `no_tables` where the database is not the catalogue's, or not yet */
export async function assertTables(database: Pick<Database, 'query'>): Promise<void> {
  const [row] = await database.query<{ missing: boolean }>({
    text: "SELECT to_regclass('public.service_state') IS NULL AS missing",
  });
  if (row?.missing !== true) return;
  throw new CommandFailure(
    'no_tables',
    'the database has no tables of the catalogue: set DATABASE_URL to the one that has, or make them with catalog migrate',
  );
}
