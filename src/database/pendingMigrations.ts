import type { Database } from './database.ts';
import { findPending, readMigrations } from './migrationHistory.ts';

/**
 * Names of the migrations that the database lacks, in order; changes nothing.
 * @throws DatabaseError when its history contradicts ours (findPending)
 */
export async function pendingMigrations(database: Database, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const pending = await database.session((connection) => findPending(connection, migrations));
  return pending.map((it) => it.name);
}
