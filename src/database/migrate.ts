import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';
import { messageOf } from './messageOf.ts';
import { findPending, type Migration, readMigrations } from './migrationHistory.ts';

/** Prisma's own: `prisma migrate` and this runner wait for each other. */
const LOCK = 72707369;

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
 * @returns the names of those that this call applied
 * @throws DatabaseError `migration_failed` with the statement's error, nothing of that migration being left; findPending's
 */
export async function migrate(database: Database, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied = await database.session(async (connection) => {
    const names: string[] = [];
    // Most starts have nothing to do, and need not take turns to learn it.
    for (let pending = await findPending(connection, migrations); pending.length > 0; ) {
      const next = await applyNext(connection, migrations);
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
