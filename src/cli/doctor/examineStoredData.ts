import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import { DatabaseError } from '../../database/databaseError.ts';
import { examineClock, examineDatabase, examineMigrations } from '../../diagnostics/examineDatabase.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';

/** Whether the database can be opened, is up to date, and agrees about the time. */
export async function examineStoredData({ databaseUrl, dataDir }: Configuration): Promise<DiagnosticCheck[]> {
  const { openDatabase } = await import('../../database/openDatabase.ts');
  if (databaseUrl === null && !existsSync(join(dataDir, 'database'))) {
    return [
      { name: 'database', status: 'ok', detail: 'The embedded database is made at the first start.', remedy: null },
    ];
  }
  let database: Database;
  try {
    database = await openDatabase({ url: databaseUrl ?? undefined, dataDir });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return [{ name: 'database', status: 'failed', detail: `${error.message}.`, remedy: remedyOf(error, databaseUrl) }];
  }
  try {
    return [await examineDatabase(database), await examineMigrations(database), await examineClock(database)];
  } finally {
    await database.close();
  }
}

function remedyOf({ code }: DatabaseError, databaseUrl: string | null): string {
  if (code === 'data_dir_in_use') {
    return 'If that process is the service, set INTERNAL_URL to its internal listener; else stop it.';
  }
  return databaseUrl === null
    ? 'Set DATA_DIR to a folder with an intact database, or to a new one.'
    : 'Check that PostgreSQL 15 or newer runs and that DATABASE_URL reaches it from this machine.';
}
