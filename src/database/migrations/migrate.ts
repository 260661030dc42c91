import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../../base/errors.ts';
import { shippedFolders } from '../../base/shippedFolders.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../databaseError.ts';
import { compareHistory, readMigrations } from './migrationHistory.ts';
import { applyPending, type Schema } from './migrationStep.ts';
import { isRecorded, readFunctions } from './sqlFunctions.ts';

/** Prisma's own lock: `prisma migrate` and this runner exclude each other. */
const MIGRATION_LOCK = 72707369;
/** How often a process asks whether it is its turn. */
const TURN_MS = 250;
/** The pause between two tries, in which readers proceed. */
const PAUSE_MS = 3_000;
/** The total time of these tries. */
const PATIENCE_MS = 300_000;
/** lock_not_available */
const LOCK_TIMEOUT = '55P03';

export interface MigrateOptions {
  /** How long to wait for a table that others lock. */
  readonly patienceMs?: number;
  /** Called after each try that another session or process held up. */
  readonly onWait?: (detail: string) => void;
}

export interface SchemaFolders {
  readonly migrations: string;
  /** Default: no functions but those of the migrations. */
  readonly functions?: string;
  /** Only these migrations count; default: all. */
  readonly until?: readonly string[];
}

/**
 * Applies the pending migrations in the order of their names, each in a transaction together with its record, and with
 * the last one the functions. A migration that runs outside a transaction is recorded after it: when the process dies
 * in between, it runs again. Processes that start at the same time take turns; the later ones find nothing to do.
 * @returns the names of the migrations that this call applied
 * @throws DatabaseError `migration_failed` with the statement's error; that migration is rolled back. Also as
 * compareHistory
 */
export async function migrate(
  database: Database,
  folders: SchemaFolders = shippedFolders,
  { patienceMs = PATIENCE_MS, onWait = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const schema = await readSchema(folders);
  const applied = await database.session(async (connection) => {
    // Most starts have nothing to do, and learn so without the lock.
    const { pending, isAhead } = await compareHistory(connection, schema.migrations);
    if (isAhead || (pending.length === 0 && (await isRecorded(connection, schema.functions)))) return [];
    await takeTurn(connection, onWait);
    try {
      return await applyPending(connection, schema, (step) => withRetries(step, { patienceMs, onWait }));
    } finally {
      await connection.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => {});
    }
  });
  // Before any entity tag of the old tables is served.
  if (applied.length > 0) await database.incarnation.refresh();
  return applied;
}

/**
 * What the schema still lacks, as a sentence; null: nothing. Changes nothing.
 * @throws DatabaseError as compareHistory
 */
export async function missingOfSchema(
  database: Database,
  folders: SchemaFolders = shippedFolders,
): Promise<string | null> {
  const { migrations, functions } = await readSchema(folders);
  return await database.session(async (connection) => {
    const { pending, isAhead } = await compareHistory(connection, migrations);
    const [first] = pending;
    if (first !== undefined) return `migrations are pending: ${pending.length}, from ${first.name} on`;
    return isAhead || (await isRecorded(connection, functions)) ? null : 'the functions of this version are missing';
  });
}

async function readSchema(folders: SchemaFolders): Promise<Schema> {
  const { until } = folders;
  const migrations = (await readMigrations(folders.migrations)).filter(({ name }) => until?.includes(name) ?? true);
  return { migrations, functions: await readFunctions(folders.functions, migrations) };
}

/** Asks again and again: CREATE INDEX CONCURRENTLY waits for every transaction, that of a process that waits too. */
async function takeTurn(connection: pg.ClientBase, onWait: (detail: string) => void): Promise<void> {
  for (;;) {
    const taken = await connection.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`);
    if (taken.rows[0]?.taken === true) return;
    onWait('another process migrates the database');
    await sleep(TURN_MS);
  }
}

async function withRetries(step: () => Promise<void>, { patienceMs, onWait }: Required<MigrateOptions>): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DatabaseError) || errorCode(error.cause) !== LOCK_TIMEOUT) throw error;
      const detail = `${error.message}; pg_stat_activity names the session that holds the lock`;
      if (performance.now() - began > patienceMs) throw new DatabaseError(error.code, detail, { cause: error.cause });
      onWait(detail);
    }
    await sleep(Math.min(PAUSE_MS, patienceMs));
  }
}
