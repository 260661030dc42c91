import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { errorCode, errorMessage } from '../../base/errors.ts';
import { DatabaseError } from '../databaseError.ts';
import { ARCHIVE_VERSION, type ArchiveEnd, type ArchiveHead } from './archiveLines.ts';
import { archivedTables, REMADE, steadyText, sumTable, type TableSum } from './tableFacts.ts';

/** Tables that have rows after the migrations, which the archive's rows replace. */
const SEEDED = ['publication_head', 'service_state', 'source'];
/** Rows of service_state that stay: they are about the tables themselves, not about their content. */
const STATE = 'service_state';
const OWN_STATE = ['incarnation', 'sql-functions'];

const INSUFFICIENT_PRIVILEGE = '42501';
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Fills an empty, migrated database with an archive, in one transaction: rows as they were, without triggers, foreign
 * keys checked at the end, count and checksum of each table compared.
 * @throws DatabaseError `database_not_empty`, `archive_of_other_schema`, `archive_broken`, `database_refused` where the
 * user is not the owner of the tables; nothing is kept then
 */
export async function restoreLines(connection: pg.ClientBase, lines: AsyncIterable<string>): Promise<TableSum[]> {
  await connection.query('BEGIN');
  try {
    await connection.query(steadyText);
    const tables = await archivedTables(connection);
    const constraints = await foreignKeys(connection);
    const timing = async (when: string) => {
      for (const { table, name } of constraints) {
        await connection.query(`ALTER TABLE ${table} ALTER CONSTRAINT "${name}" ${when}`);
      }
    };
    // Locks every table, so that no other process fills them.
    for (const table of tables) await connection.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
    await timing('DEFERRABLE INITIALLY DEFERRED');
    await requireEmpty(connection, tables);
    for (const table of [...SEEDED, ...REMADE]) {
      const own = table === STATE ? `WHERE name NOT IN ('${OWN_STATE.join("', '")}')` : '';
      await connection.query(`DELETE FROM "${table}" ${own}`);
    }
    const { end, read } = await insertAll(connection, lines, tables);
    requireAll(end, read);
    await connection.query('SET CONSTRAINTS ALL IMMEDIATE');
    const sums: TableSum[] = [];
    for (const table of tables) sums.push(await sumTable(connection, table));
    const compared = (all: readonly TableSum[]) => all.filter(({ table }) => table !== STATE);
    if (!isDeepStrictEqual(compared(sums), compared(end.tables))) {
      throw broken('what was read differs from what was archived, in count or checksum');
    }
    for (const [name, last] of Object.entries(end.sequences)) {
      await connection.query('SELECT setval($1::regclass, $2::bigint)', [name, last]);
    }
    await timing('NOT DEFERRABLE');
    for (const table of tables) await connection.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
    await connection.query('COMMIT');
    await connection.query('ANALYZE');
    return sums;
  } catch (error) {
    await connection.query('ROLLBACK');
    if (isOfData(error)) {
      const { detail = '' } = error as { readonly detail?: string };
      throw broken(`its rows do not fit together: ${errorMessage(error)}: ${detail}`);
    }
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    const remedy = 'set DATABASE_URL to the owner of its tables';
    throw new DatabaseError(
      'database_refused',
      `the user may not fill the database (${errorMessage(error)}): ${remedy}`,
      { cause: error },
    );
  }
}

async function foreignKeys(connection: pg.ClientBase) {
  const { rows } = await connection.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT condeferrable`,
  );
  return rows;
}

async function requireEmpty(connection: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables.filter((name) => !SEEDED.includes(name))) {
    const { rowCount } = await connection.query(`SELECT FROM "${table}" LIMIT 1`);
    if (rowCount !== 0) {
      throw new DatabaseError(
        'database_not_empty',
        `the database is not empty (table ${table}): only an empty one is filled`,
      );
    }
  }
}

/** The rows of a table in an archive, on successive lines. */
interface ReadRows {
  readonly table: string;
  readonly firstLine: number;
  count: number;
}

async function insertAll(connection: pg.ClientBase, lines: AsyncIterable<string>, tables: readonly string[]) {
  const read: ReadRows[] = [];
  let head: ArchiveHead | null = null;
  let end: ArchiveEnd['end'] | null = null;
  let number = 0;
  let rows: string[] = [];
  let characters = 0;
  const insert = async () => {
    const present = read.at(-1);
    if (rows.length > 0 && present !== undefined) await insertRows(connection, present, rows);
    rows = [];
    characters = 0;
  };
  for await (const line of lines) {
    number += 1;
    const present = read.at(-1);
    if (end !== null) throw broken(`line ${number} follows its end`);
    if (head === null) {
      head = checkHead(parsed(line, number));
      await requireSchema(connection, head);
    } else if (line.startsWith('[') && present !== undefined) {
      present.count += 1;
      rows.push(line.slice(1, -1));
      characters += line.length;
      if (rows.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await insert();
    } else {
      await insert();
      const marker = parsed(line, number) as { readonly table?: string } & Partial<ArchiveEnd>;
      // Reading continues: the compressed file ends with a checksum of its own.
      end = marker.end ?? null;
      if (end !== null) continue;
      const { table } = marker;
      if (table === undefined) throw broken(`line ${number} does not belong to an archive`);
      if (!tables.includes(table))
        throw broken(`it has rows of the table "${table}", which this release does not have`);
      read.push({ table, firstLine: number + 1, count: 0 });
    }
  }
  if (end === null) throw broken(`it ends too early, after line ${number}`);
  return { end, read };
}

async function insertRows(connection: pg.ClientBase, { table, firstLine, count }: ReadRows, rows: readonly string[]) {
  const conflict = table === STATE ? 'ON CONFLICT DO NOTHING' : '';
  const text = `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1::json) ${conflict}`;
  try {
    await connection.query(text, [`[${rows.join(',')}]`]);
  } catch (error) {
    if (!isOfData(error)) throw error;
    const last = firstLine + count - 1;
    const lines = `lines ${last - rows.length + 1} to ${last}`;
    throw broken(`${lines} do not fit the table "${table}": ${errorMessage(error)}`);
  }
}

/** Data exceptions and broken constraints (PostgreSQL, appendix A). */
function isOfData(error: unknown): boolean {
  return /^2[23]/.test(errorCode(error));
}

/** A missing row breaks the foreign keys of others: it is reported before they are. */
function requireAll({ tables }: ArchiveEnd['end'], read: readonly ReadRows[]): void {
  for (const { table, rows } of tables) {
    const found = read.find((it) => it.table === table);
    const count = found?.count ?? 0;
    if (String(count) === rows) continue;
    const where = count === 0 ? 'none' : `${count}, from line ${found?.firstLine} on`;
    throw broken(`${rows} rows of the table "${table}" were archived, and it has ${where}`);
  }
}

/** @throws DatabaseError `archive_broken` */
export function checkHead(head: Partial<ArchiveHead>): ArchiveHead {
  if (head.type !== 'archive') throw broken('its first line does not say that it is one');
  if (head.version !== ARCHIVE_VERSION) throw broken(`it has version ${head.version}, and ${ARCHIVE_VERSION} is known`);
  return head as ArchiveHead;
}

async function requireSchema(connection: pg.ClientBase, { migrations }: ArchiveHead): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    'SELECT migration_name AS name FROM public._prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
  );
  const names = rows.map(({ name }) => name);
  if (isDeepStrictEqual(names, [...migrations])) return;
  throw new DatabaseError(
    'archive_of_other_schema',
    `the archive has the tables of migration ${migrations.at(-1)}, and the database those of ${names.at(-1)}: restore it into an empty database without tables`,
  );
}

/** @throws DatabaseError `archive_broken` */
export function parsed(line: string, number: number): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw broken(`line ${number} is no JSON object`);
}

function broken(why: string): DatabaseError {
  return new DatabaseError('archive_broken', `this is no whole archive: ${why}`);
}
