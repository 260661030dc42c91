import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode } from '../thrown/errorCode.ts';
import { messageOf } from '../thrown/messageOf.ts';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';
import { findPending, type Migration, readMigrations } from './migrationHistory.ts';

/** Prisma's own: `prisma migrate` and this runner wait for each other. */
const LOCK = 72707369;

/**
 * How long a migration waits for a lock at a time. Behind a statement that waits for ALTER TABLE's lock every other one on that table
 * waits too, so it steps back and tries again: readers are held up for this long, not for as long as somebody's transaction is open.
 */
const LOCK_WAIT_MS = 2_000;
const PAUSE_MS = 3_000;
/** How long it is tried in all. */
const PATIENCE_MS = 300_000;
/** lock_not_available */
const LOCK_TIMEOUT = '55P03';

/** Prisma's own table, so that its tools can read and continue the history. */
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

/**
 * Brings the tables up to date: each migration that the database lacks, in the order of the names, in a transaction of its own
 * together with its record. Processes that start at once take turns; those that come later find nothing to do.
 * @param patienceMs how long a table that others hold is waited for
 * @returns the names of those that this call applied
 * @throws DatabaseError `migration_failed` with the statement's error, or with the session that is in its way, nothing of that migration being left; findPending's
 */
export async function migrate(database: Database, folder?: string, patienceMs = PATIENCE_MS): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = await database.session(async (connection) => {
    const names: string[] = [];
    // Most starts have nothing to do, and need not take turns to learn it.
    for (let pending = await findPending(connection, migrations); pending.length > 0; ) {
      const next = await applyPatiently(connection, migrations, patienceMs);
      if (next === undefined) break;
      names.push(next);
      pending = pending.slice(1);
    }
    return names;
  });
  // Before anybody is told a tag of the tables as they were.
  if (applied.length > 0) await database.incarnation.refresh();
  return applied;
}

async function applyPatiently(
  connection: pg.ClientBase,
  migrations: readonly Migration[],
  patienceMs: number,
): Promise<string | undefined> {
  const began = performance.now();
  for (;;) {
    try {
      return await applyNext(connection, migrations);
    } catch (error) {
      if (!(error instanceof DatabaseError) || errorCode(error.cause) !== LOCK_TIMEOUT) throw error;
      if (performance.now() - began > patienceMs) throw await withHolder(connection, error);
    }
    await sleep(Math.min(PAUSE_MS, patienceMs));
  }
}

/** The error with the session that has held a table for longest: what the operator can end. */
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

/** Undefined: there is none. */
async function applyNext(connection: pg.ClientBase, migrations: readonly Migration[]): Promise<string | undefined> {
  // Whatever the role's own settings are: Prisma reads `public`, and a large table takes its time.
  await connection.query(
    'BEGIN; SET LOCAL search_path TO public; SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO 0',
  );
  try {
    // Ends with the transaction, whatever becomes of this process, and passes through poolers.
    await connection.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const [next] = await findPending(connection, migrations);
    await connection.query(`SET LOCAL lock_timeout TO ${LOCK_WAIT_MS}`);
    if (next !== undefined) await apply(connection, next);
    await connection.query('COMMIT');
    return next?.name;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function apply(connection: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await connection.query(HISTORY_TABLE);
    // Without parameters pg sends the text whole, and the server takes it apart: function bodies hold semicolons.
    await connection.query(sql);
  } catch (error) {
    throw new DatabaseError(
      'migration_failed',
      `migration ${name} failed, nothing of it was kept: ${describe(error, sql)}`,
      {
        cause: error,
      },
    );
  }
  await connection.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

function describe(error: unknown, sql: string): string {
  const position =
    typeof error === 'object' && error !== null && 'position' in error ? Number(error.position) : Number.NaN;
  const line = Number.isInteger(position) ? ` (line ${sql.slice(0, position).split('\n').length})` : '';
  return `${messageOf(error)}${line}`;
}
