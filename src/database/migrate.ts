import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';

/** A migration in Prisma's layout: prisma/migrations/NAME/migration.sql. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hex: Prisma's own. */
  readonly checksum: string;
}

interface Applied {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
  readonly rolled_back_at: Date | null;
}

const FOLDER = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Any number, the same in every process: who holds it migrates, the others wait. */
const LOCK = 4_219_710_331;

const CREATE_HISTORY = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies the migrations that the database lacks, each in a transaction of its own, under a session lock: racing starts are
 * fine. The history is Prisma's own table, so `prisma migrate deploy` agrees with it.
 *
 * @returns the names applied now
 * @throws DatabaseError for an edited, failed or unknown migration
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  return database.session(async (connection) => {
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK]);
    try {
      await connection.query(CREATE_HISTORY);
      const pending = pendingOf(migrations, await readHistory(connection));
      for (const migration of pending) await apply(connection, migration);
      return pending.map(({ name }) => name);
    } finally {
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    }
  });
}

/** The names of migrations that the database lacks, applying none. @throws DatabaseError as migrate does */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  return database.session(async (connection) => {
    const { rows } = await connection.query<{ there: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
    );
    const history = rows[0]?.there === true ? await readHistory(connection) : [];
    return pendingOf(migrations, history).map(({ name }) => name);
  });
}

async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(FOLDER, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readHistory(connection: ClientBase): Promise<Applied[]> {
  const { rows } = await connection.query<Applied>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM "_prisma_migrations" ORDER BY started_at',
  );
  return rows;
}

function pendingOf(migrations: readonly Migration[], history: readonly Applied[]): Migration[] {
  const standing = new Map(
    history.filter((row) => row.rolled_back_at === null).map((row) => [row.migration_name, row]),
  );
  for (const { migration_name: name, finished_at } of standing.values()) {
    if (finished_at === null) {
      throw new DatabaseError(
        'migration_failed',
        `migration ${name} failed earlier: repair the database, then mark it with "prisma migrate resolve"`,
      );
    }
    if (!migrations.some((migration) => migration.name === name)) {
      throw new DatabaseError(
        'database_newer_than_code',
        `the database has migration ${name}, which this version does not know: start the newer version`,
      );
    }
  }
  return migrations.filter(({ name, checksum }) => {
    const applied = standing.get(name);
    if (applied !== undefined && applied.checksum !== checksum) {
      throw new DatabaseError(
        'migration_edited',
        `migration ${name} was edited after it was applied: restore the file`,
      );
    }
    return applied === undefined;
  });
}

async function apply(connection: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await connection.query('BEGIN');
  try {
    await connection.query('INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)', [
      id,
      checksum,
      name,
    ]);
    await connection.query(sql);
    await connection.query(
      'UPDATE "_prisma_migrations" SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
      [id],
    );
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK');
    throw new DatabaseError(
      'migration_failed',
      `migration ${name} failed and was undone: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
