import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCode, errorMessage } from '../errors.ts';
import { DatabaseError } from './databaseError.ts';
import { compareHistory, type Migration } from './migrationHistory.ts';
import { type FunctionSet, isRecorded, record } from './sqlFunctions.ts';

/** Prisma's own lock: `prisma migrate` and this runner exclude each other. */
const MIGRATION_LOCK = 72707369;

/** How often a process asks whether it is its turn. */
const TURN_MS = 250;
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

export interface Step {
  /** The name of the migration; none when another process was faster, or has its turn. */
  readonly applied: readonly string[];
  readonly isLast: boolean;
}

/**
 * Applies the next migration, and with the last one the functions.
 * @throws DatabaseError `migration_failed`
 */
export async function applyNext(connection: pg.ClientBase, schema: Schema): Promise<Step> {
  const { pending } = await compareHistory(connection, schema.migrations);
  const done = pending[0]?.isAlone
    ? await stepAlone(connection, schema, pending[0].name)
    : await stepInTransaction(connection, schema);
  if (done === 'waits') await sleep(TURN_MS);
  return done === 'waits' ? { applied: [], isLast: false } : done;
}

/**
 * A process that waits for its turn asks again instead of waiting inside PostgreSQL: CREATE INDEX CONCURRENTLY waits
 * for every open transaction, that of a waiting process too.
 */
async function stepInTransaction(connection: pg.ClientBase, schema: Schema): Promise<Step | 'waits'> {
  const { migrations, functions } = schema;
  // Overrides the role's own settings: Prisma reads `public`, and a large table takes its time.
  await connection.query(
    `BEGIN; SET LOCAL search_path TO public; SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO ${LOCK_WAIT_MS}`,
  );
  try {
    // Released with the transaction, even when this process dies, and works through poolers.
    const hasTurn = await take(connection, 'pg_try_advisory_xact_lock');
    const [next, ...others] = hasTurn ? (await compareHistory(connection, migrations)).pending : [];
    if (!hasTurn || next?.isAlone) {
      await connection.query('ROLLBACK');
      return 'waits';
    }
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

/** Applies a migration outside a transaction. It is never the last step: the functions come with a transaction. */
async function stepAlone(connection: pg.ClientBase, { migrations }: Schema, name: string): Promise<Step | 'waits'> {
  if (!(await take(connection, 'pg_try_advisory_lock'))) return 'waits';
  try {
    const [next] = (await compareHistory(connection, migrations)).pending;
    if (next?.name !== name) return { applied: [], isLast: false };
    // An index that is built beside writers delays nobody while it waits for older transactions.
    const [, index] = /INDEX CONCURRENTLY IF NOT EXISTS "?(\w+)/.exec(next.sql) ?? [];
    const patience = index === undefined ? LOCK_WAIT_MS : 0;
    await connection.query(`SET search_path TO public; SET statement_timeout TO 0; SET lock_timeout TO ${patience}`);
    if (index !== undefined) await dropInvalid(connection, index);
    await applyMigration(connection, next);
    return { applied: [name], isLast: false };
  } finally {
    await connection.query('RESET search_path; RESET statement_timeout; RESET lock_timeout').catch(() => {});
    await connection.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => {});
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

async function take(
  connection: pg.ClientBase,
  by: 'pg_try_advisory_lock' | 'pg_try_advisory_xact_lock',
): Promise<boolean> {
  const { rows } = await connection.query<{ readonly taken: boolean }>(`SELECT ${by}(${MIGRATION_LOCK}) AS taken`);
  return rows[0]?.taken === true;
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
