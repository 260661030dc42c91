import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { errorCode, errorMessage } from '../../base/errors.ts';
import { DatabaseError } from '../databaseError.ts';
import { compareHistory, type Migration } from './migrationHistory.ts';
import { type FunctionSet, isRecorded, record } from './sqlFunctions.ts';

/**
 * How long a migration waits for a lock at a time. Other statements on the table queue behind a wait for ALTER TABLE's
 * lock, so the migration steps back and tries again: readers wait this long at most, however long another session's
 * transaction lasts.
 */
const LOCK_WAIT_MS = 2_000;

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

export interface Schema {
  readonly migrations: readonly Migration[];
  readonly functions: FunctionSet;
}

/**
 * Applies the pending migrations, each in a transaction unless it says otherwise, and with the last one the functions.
 * Nobody else may migrate meanwhile.
 * @param retried runs a step, again where it could not get a lock
 * @returns the names of the migrations
 * @throws DatabaseError `migration_failed`
 */
export async function applyPending(
  connection: pg.ClientBase,
  { migrations, functions }: Schema,
  retried: (step: () => Promise<void>) => Promise<void>,
): Promise<string[]> {
  const { pending, isAhead } = await compareHistory(connection, migrations);
  for (const migration of pending) {
    const withFunctions = async () => {
      await applyMigration(connection, migration);
      if (migration === pending.at(-1)) await applyFunctions(connection, functions);
    };
    await retried(() =>
      migration.isAlone ? applyAlone(connection, migration) : inTransaction(connection, withFunctions),
    );
  }
  // The functions of a later version stay.
  if (!isAhead) await retried(() => inTransaction(connection, () => applyFunctions(connection, functions)));
  return pending.map(({ name }) => name);
}

async function inTransaction(connection: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  // Overrides the role's own settings: Prisma reads `public`, and a large table takes its time.
  await connection.query(
    `BEGIN; SET LOCAL search_path TO public; SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO ${LOCK_WAIT_MS}`,
  );
  try {
    await work();
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function applyAlone(connection: pg.ClientBase, migration: Migration): Promise<void> {
  // An index that is built beside writers delays nobody while it waits for older transactions.
  const [, index] = /INDEX CONCURRENTLY IF NOT EXISTS "?(\w+)/.exec(migration.sql) ?? [];
  const patience = index === undefined ? LOCK_WAIT_MS : 0;
  try {
    await connection.query(`SET search_path TO public; SET statement_timeout TO 0; SET lock_timeout TO ${patience}`);
    if (index !== undefined) await dropInvalid(connection, index);
    await applyMigration(connection, migration);
  } finally {
    await connection.query('RESET search_path; RESET statement_timeout; RESET lock_timeout').catch(() => {});
  }
}

/** What is left of an attempt that failed: writers keep it up to date, and no reader uses it. */
async function dropInvalid(connection: pg.ClientBase, index: string): Promise<void> {
  const { rows } = await connection.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [`public."${index}"`],
  );
  if (rows.length > 0) await connection.query(`DROP INDEX CONCURRENTLY public."${index}"`);
}

async function applyMigration(connection: pg.ClientBase, { name, sql, checksum, isAlone }: Migration): Promise<void> {
  await run(connection, `migration ${name}`, HISTORY_TABLE);
  const { rows } = await connection.query<{ readonly began: Date }>('SELECT clock_timestamp() AS began');
  await run(connection, `migration ${name}`, sql, isAlone);
  await connection.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name, rows[0]?.began],
  );
}

async function applyFunctions(connection: pg.ClientBase, functions: FunctionSet): Promise<void> {
  if (await isRecorded(connection, functions)) return;
  // A new function may call one that is created after it.
  await connection.query('SET LOCAL check_function_bodies TO off');
  for (const { name, sql } of functions.texts) await run(connection, `function ${name}`, sql);
  await record(connection, functions);
}

async function run(connection: pg.ClientBase, what: string, sql: string, isAlone = false): Promise<void> {
  try {
    // Without parameters pg sends the whole text for the server to split; function bodies contain semicolons.
    await connection.query(sql);
  } catch (error) {
    const mayNotCreate = errorCode(error) === '42501' && errorMessage(error).includes('schema public');
    const remedy = mayNotCreate ? ': GRANT USAGE, CREATE ON SCHEMA public TO the role of DATABASE_URL' : '';
    const kept = isAlone ? 'the next start goes on with it' : 'nothing of it was kept';
    throw new DatabaseError('migration_failed', `${what} failed, ${kept}: ${describe(error, sql)}${remedy}`, {
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
