import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { shippedFolders } from '../shippedFolders.ts';
import type { Database } from './database.ts';
import { DatabaseError } from './databaseError.ts';

export interface Migration {
  /** The folder's name; migrations are applied in its order. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 in hex, as Prisma records it. */
  readonly checksum: string;
}

interface RecordedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
  readonly rolled_back_at: Date | null;
}

export async function readMigrations(folder: string = shippedFolders.migrations): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((it) => it.isDirectory()).map((it) => it.name);
  return await Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(`${folder}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: checksumOf(sql) };
    }),
  );
}

/**
 * Names of the pending migrations, in order; changes nothing.
 * @throws DatabaseError as findPending
 */
export async function pendingMigrations(database: Database, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const pending = await database.session((connection) => findPending(connection, migrations));
  return pending.map((it) => it.name);
}

/**
 * The pending migrations, in order. Refuses a database whose history is no prefix of this program's.
 * @throws DatabaseError `migration_failed`, `database_newer_than_code`, `migration_edited`, `database_not_empty`
 */
export async function findPending(connection: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const recorded = await readRecorded(connection);
  const ours = new Map(migrations.map((it) => [it.name, it]));
  const applied = new Set<string>();
  for (const { migration_name: name, checksum, finished_at, rolled_back_at } of recorded) {
    if (rolled_back_at !== null) continue;
    if (finished_at === null) {
      throw new DatabaseError(
        'migration_failed',
        `migration ${name} was begun by another tool and not finished: put the tables right, then mark it with "npx prisma migrate resolve --rolled-back ${name}" (or --applied) and start again`,
      );
    }
    const migration = ours.get(name);
    if (migration === undefined) {
      throw new DatabaseError(
        'database_newer_than_code',
        `the database holds migration ${name}, which this version does not know: the database is newer than the program, or another program's; start the version that wrote it`,
      );
    }
    if (!isSameText(migration, checksum)) {
      throw new DatabaseError(
        'migration_edited',
        `migration ${name} was applied with another text than prisma/migrations/${name}/migration.sql holds now: restore that file, changes go into a new migration`,
      );
    }
    applied.add(name);
  }
  return migrations.filter((it) => !applied.has(it.name));
}

async function readRecorded(connection: pg.ClientBase): Promise<RecordedMigration[]> {
  const { rows: found } = await connection.query<{ recorded: boolean; foreign: string | null }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS recorded,
            (SELECT min(c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
                AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) AS foreign`,
  );
  if (found[0]?.recorded) {
    const { rows } = await connection.query<RecordedMigration>(
      'SELECT migration_name, checksum, finished_at, rolled_back_at FROM public._prisma_migrations ORDER BY started_at',
    );
    return rows;
  }
  const foreign = found[0]?.foreign ?? null;
  if (foreign !== null) {
    throw new DatabaseError(
      'database_not_empty',
      `the database holds tables that are not the catalogue's ("${foreign}" is one): give it an empty database of its own`,
    );
  }
  return [];
}

/** Git on Windows may convert line ends; Prisma accepts that too. */
function isSameText({ sql, checksum }: Migration, recorded: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n');
  return [checksum, checksumOf(unix), checksumOf(unix.replaceAll('\n', '\r\n'))].includes(recorded);
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
