import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { shippedFolders } from '../../base/shippedFolders.ts';
import type { Database } from '../database.ts';
import { DatabaseError } from '../databaseError.ts';

export interface Migration {
  /** The folder's name; migrations are applied in its order. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 in hex, as Prisma records it. */
  readonly checksum: string;
  /** Whether its one statement runs outside a transaction, as an index that is built beside writers needs. */
  readonly isAlone: boolean;
}

/** What a database and this program know of each other's migrations. */
interface ComparedHistory {
  /** In the order of their names. */
  readonly pending: readonly Migration[];
  /** Whether the database holds migrations of a later version. Their functions are not replaced by ours. */
  readonly isAhead: boolean;
}

/** A step that programs of the previous version work with: a process of theirs starts on such a schema. */
const EXPAND = /^\d{14}_expand_/;
/** The first line of a migration of one statement, which PostgreSQL runs outside a transaction alone. */
const ALONE = /^-- Outside a transaction\b/;

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
      return { name, sql, checksum: digest(sql), isAlone: ALONE.test(sql) };
    }),
  );
}

/**
 * Names of the pending migrations, in order; changes nothing.
 * @throws DatabaseError as compareHistory
 */
export async function pendingMigrations(database: Database, folder?: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const { pending } = await database.session((connection) => compareHistory(connection, migrations));
  return pending.map((it) => it.name);
}

/**
 * Compares the history of a database with this program's. A database may be ahead by expand steps of a later version,
 * during its rolling upgrade and after a roll-back, but by nothing else.
 * @throws DatabaseError `migration_failed`, `database_newer_than_code`, `migration_edited`, `database_not_empty`
 */
export async function compareHistory(
  connection: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<ComparedHistory> {
  const recorded = await readRecorded(connection);
  const ours = new Map(migrations.map((it) => [it.name, it]));
  const applied = new Set<string>();
  const later: string[] = [];
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
      later.push(name);
      continue;
    }
    if (!isSameText(migration, checksum)) {
      throw new DatabaseError(
        'migration_edited',
        `migration ${name} was applied with another text than prisma/migrations/${name}/migration.sql holds now: restore that file, changes go into a new migration`,
      );
    }
    applied.add(name);
  }
  const pending = migrations.filter((it) => !applied.has(it.name));
  const foreign = later.find((name) => !EXPAND.test(name) || pending.length > 0);
  if (foreign !== undefined) {
    throw new DatabaseError(
      'database_newer_than_code',
      `the database holds migration ${foreign}, which this version does not know: the database is newer than the program, another program's, or of before 0.1.0, from which no upgrade leads: start the version that wrote it, or give this one an empty database`,
    );
  }
  return { pending, isAhead: later.length > 0 };
}

async function readRecorded(connection: pg.ClientBase): Promise<RecordedMigration[]> {
  // Both from one look at the catalogue: another process may be making the tables.
  const { rows: found } = await connection.query<{ recorded: boolean; foreign: string | null }>(
    `SELECT coalesce(bool_or(c.relname = '_prisma_migrations'), false) AS recorded, min(c.relname) AS foreign
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`,
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
  return [checksum, digest(unix), digest(unix.replaceAll('\n', '\r\n'))].includes(recorded);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
