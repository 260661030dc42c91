import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode, errorMessage } from '../errors.ts';
import { shippedFolders } from '../shippedFolders.ts';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';
import { findPending, type Migration, readMigrations } from './migrationHistory.ts';
import { type FunctionSet, isRecorded, readFunctions, record } from './sqlFunctions.ts';

/** Prisma's own lock: `prisma migrate` and this runner exclude each other. */
const LOCK = 72707369;

/**
 * How long a migration waits for a lock at a time. Other statements on the table queue behind a wait for ALTER TABLE's
 * lock, so the migration steps back and tries again: readers wait this long at most, however long another session's
 * transaction lasts.
 */
const LOCK_WAIT_MS = 2_000;
const PAUSE_MS = 3_000;
/** The total time of these tries. */
const PATIENCE_MS = 300_000;
/** lock_not_available */
const LOCK_TIMEOUT = '55P03';

/** Prisma's own table, so that its tools can continue the history. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS public._prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface Schema {
  readonly migrations: readonly Migration[];
  readonly functions: FunctionSet;
}

export interface SchemaFolders {
  readonly migrations: string;
  /** Default: no functions but those of the migrations. */
  readonly functions?: string;
}

/**
 * Applies the pending migrations in the order of their names, each in a transaction together with its record, and with
 * the last one the functions. Processes that start at the same time take turns; the later ones find nothing to do.
 * @param patienceMs how long to wait for a table that others lock
 * @returns the names of the migrations that this call applied
 * @throws DatabaseError `migration_failed` with the statement's error, or with the session that blocks it; that
 * migration is rolled back. Also as findPending
 */
export async function migrate(
  database: Database,
  folders: SchemaFolders = shippedFolders,
  patienceMs = PATIENCE_MS,
): Promise<string[]> {
  const migrations = await readMigrations(folders.migrations);
  const schema = { migrations, functions: await readFunctions(folders.functions, migrations) };
  const applied = await database.session(async (connection) => {
    const names: string[] = [];
    // Most starts have nothing to do, and learn so without the lock.
    const pending = await findPending(connection, migrations);
    let isDone = pending.length === 0 && (await isRecorded(connection, schema.functions));
    while (!isDone) {
      const step = await stepWithRetries(connection, schema, patienceMs);
      names.push(...step.applied);
      isDone = step.isLast;
    }
    return names;
  });
  // Before any entity tag of the old tables is served.
  if (applied.length > 0) await database.incarnation.refresh();
  return applied;
}

interface Step {
  /** The name of the migration; undefined when another process was faster. */
  readonly applied: readonly string[];
  readonly isLast: boolean;
}

async function stepWithRetries(connection: pg.ClientBase, schema: Schema, patienceMs: number): Promise<Step> {
  const began = performance.now();
  for (;;) {
    try {
      return await step(connection, schema);
    } catch (error) {
      if (!(error instanceof DatabaseError) || errorCode(error.cause) !== LOCK_TIMEOUT) throw error;
      if (performance.now() - began > patienceMs) throw await withHolder(connection, error);
    }
    await sleep(Math.min(PAUSE_MS, patienceMs));
  }
}

/** The error, naming the session that has locked a table for longest, which the operator can end. */
async function withHolder(connection: pg.ClientBase, error: DatabaseError): Promise<DatabaseError> {
  const { rows } = await connection.query<{ pid: number; application: string; state: string; seconds: number }>(`
    SELECT a.pid, a.application_name AS application, a.state, extract(epoch FROM now() - a.xact_start)::int AS seconds
    FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.granted AND c.relnamespace = to_regnamespace('public') AND a.datname = current_database() AND a.pid <> pg_backend_pid()
    ORDER BY a.xact_start NULLS LAST LIMIT 1`);
  const [holder] = rows;
  if (holder === undefined) return error;
  const { pid, application, state, seconds } = holder;
  return new DatabaseError(
    'migration_failed',
    `${error.message}; session ${pid} ("${application}", ${state}) has held a table for ${seconds} s: end it, e.g. by SELECT pg_terminate_backend(${pid}), and start again`,
    { cause: error.cause },
  );
}

/** Applies the next migration, and with the last one the functions. */
async function step(connection: pg.ClientBase, { migrations, functions }: Schema): Promise<Step> {
  // Overrides the role's own settings: Prisma reads `public`, and a large table takes its time.
  await connection.query(
    'BEGIN; SET LOCAL search_path TO public; SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO 0',
  );
  try {
    // Released with the transaction, even when this process dies, and works through poolers.
    await connection.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const [next, ...others] = await findPending(connection, migrations);
    await connection.query(`SET LOCAL lock_timeout TO ${LOCK_WAIT_MS}`);
    if (next !== undefined) await applyMigration(connection, next);
    const isLast = others.length === 0;
    if (isLast && !(await isRecorded(connection, functions))) await applyFunctions(connection, functions);
    await connection.query('COMMIT');
    return { applied: next === undefined ? [] : [next.name], isLast };
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function applyMigration(connection: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await run(connection, `migration ${name}`, HISTORY_TABLE);
  await run(connection, `migration ${name}`, sql);
  await connection.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

async function applyFunctions(connection: pg.ClientBase, functions: FunctionSet): Promise<void> {
  // A new function may call one that is created after it.
  await connection.query('SET LOCAL check_function_bodies TO off');
  for (const { name, sql } of functions.texts) await run(connection, `function ${name}`, sql);
  await record(connection, functions);
}

async function run(connection: pg.ClientBase, what: string, sql: string): Promise<void> {
  try {
    // Without parameters pg sends the whole text for the server to split; function bodies contain semicolons.
    await connection.query(sql);
  } catch (error) {
    throw new DatabaseError('migration_failed', `${what} failed, nothing of it was kept: ${describe(error, sql)}`, {
      cause: error,
    });
  }
}

function describe(error: unknown, sql: string): string {
  const position =
    typeof error === 'object' && error !== null && 'position' in error ? Number(error.position) : Number.NaN;
  const line = Number.isInteger(position) ? ` (line ${sql.slice(0, position).split('\n').length})` : '';
  return `${errorMessage(error)}${line}`;
}
