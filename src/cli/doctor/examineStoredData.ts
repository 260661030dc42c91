import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import { DatabaseError } from '../../database/databaseError.ts';
import { checkOf } from '../../diagnostics/checkOf.ts';
import { examineClock, examineDatabase, examineMigrations } from '../../diagnostics/examineDatabase.ts';
import { examineSharedSecrets } from '../../diagnostics/examineSecrets.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';

/** Whether the database opens, is up to date, and has the right time. */
export async function examineStoredData(configuration: Configuration): Promise<DiagnosticCheck[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = configuration;
  const check = checkOf('database');
  const { openDatabase } = await import('../../database/openDatabase.ts');
  if (url === undefined && !existsSync(join(dataDir, 'database'))) {
    return [check('ok', 'The embedded database is made at the first start.')];
  }
  let database: Database;
  try {
    database = await openDatabase({ url, directUrl, dataDir });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return [check('failed', `${error.message}.`, remedyOf(error, url === undefined))];
  }
  try {
    const migrations = await examineMigrations(database);
    // Before the first migration the database has no fingerprints.
    const secrets = migrations.status === 'ok' ? await examineSharedSecrets(configuration, database) : null;
    const checks = [await examineDatabase(database), migrations, await examineClock(database)];
    return secrets === null ? checks : [...checks, secrets];
  } finally {
    await database.close();
  }
}

function remedyOf({ code }: DatabaseError, isEmbedded: boolean): string {
  if (code === 'data_dir_in_use') {
    return 'If that process is the service, set INTERNAL_URL to its internal listener; else stop it.';
  }
  return isEmbedded
    ? 'Set DATA_DIR to a folder with an intact database, or to a new one.'
    : 'Check that PostgreSQL 15 or newer runs and that DATABASE_URL reaches it from this machine.';
}
