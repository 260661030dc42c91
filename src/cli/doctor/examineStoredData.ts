import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorChain, errorReason } from '../../base/errors.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Database } from '../../database/database.ts';
import { DatabaseError } from '../../database/databaseError.ts';
import { examineClock, examineDatabase, examineMigrations } from '../../diagnostics/examineDatabase.ts';
import { examineSharedSecrets } from '../../diagnostics/examineSecrets.ts';
import { namedCheck } from '../../diagnostics/namedCheck.ts';
import { settled } from '../../diagnostics/settled.ts';
import type { DiagnosticCheck } from '../../graph/diagnostics/port.ts';

/** Whether the database opens, is up to date, and has the right time. */
export async function examineStoredData(configuration: Configuration): Promise<DiagnosticCheck[]> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = configuration;
  const check = namedCheck('database');
  const { openDatabase } = await import('../../database/openDatabase.ts');
  if (url === undefined && !existsSync(join(dataDir, 'database'))) {
    return [check('ok', 'The embedded database is created at the first start.')];
  }
  let database: Database;
  try {
    database = await openDatabase({ url, directUrl, dataDir });
  } catch (error) {
    return [check('failed', `${errorReason(error)}.`, findRemedy(error, url === undefined))];
  }
  try {
    const migrations = await settled('migrations', () => examineMigrations(database));
    const checks = [
      await settled('database', () => examineDatabase(database)),
      migrations,
      await settled('clock', () => examineClock(database.clock)),
    ];
    // Before the first migration the database has no fingerprints.
    if (migrations.status !== 'ok') return checks;
    const matching = namedCheck('secrets')('ok', 'They are those of the database, or the first start tells it.');
    const secrets = await settled(
      'secrets',
      async () => (await examineSharedSecrets(configuration, database)) ?? matching,
    );
    return secrets.status === 'ok' ? checks : [...checks, secrets];
  } finally {
    await database.close();
  }
}

/** What a PostgreSQL that was reached has against the URL, by SQLSTATE. */
const REFUSALS = [
  [
    '3D000',
    'Create that database (createdb --encoding=UTF8 --template=template0), or correct the name in DATABASE_URL.',
  ],
  ['28P01', 'Correct user and password in DATABASE_URL, or create that role (createuser --pwprompt).'],
  ['28000', 'Create that role (createuser), or correct the user in DATABASE_URL; pg_hba.conf says who may log in.'],
  ['42501', 'Name the owner of the tables in DATABASE_URL: a role without rights on them cannot serve.'],
] as const;

function findRemedy(error: unknown, isEmbedded: boolean): string {
  if (error instanceof DatabaseError && error.code === 'data_dir_in_use') {
    return 'If that process is the service, set INTERNAL_URL to its internal listener; else stop it.';
  }
  const [, remedy] = REFUSALS.find(([sqlState]) => errorChain(error).some(({ code }) => code === sqlState)) ?? [];
  if (remedy !== undefined) return remedy;
  return isEmbedded
    ? 'Set DATA_DIR to a folder with an intact database, or to a new one.'
    : 'Check that PostgreSQL 15 or newer runs and that DATABASE_URL reaches it from this machine.';
}
