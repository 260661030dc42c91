import type pg from 'pg';
import { DatabaseError } from '../databaseError.ts';
import { archivedTables, steadyText, sumTable, type TableSum } from './tableFacts.ts';

/** The version of the format. */
export const ARCHIVE_VERSION = 1;

/** The first line of an archive. */
export interface ArchiveHead {
  readonly type: 'archive';
  readonly version: number;
  /** The migrations of its tables. */
  readonly migrations: readonly string[];
}

/** The last line. */
export interface ArchiveEnd {
  readonly end: { readonly tables: readonly TableSum[]; readonly sequences: Readonly<Record<string, string>> };
}

const PAGE = 500;

/**
 * Every row of the database, from one snapshot, as lines of JSON: a head, each table's name followed by its rows as
 * arrays of one member, and an end with count and checksum of each.
 */
export async function* archiveLines(connection: pg.ClientBase): AsyncGenerator<string> {
  await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await connection.query(steadyText);
  const { rows: known } = await connection.query(
    `SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'anime'`,
  );
  if (known.length === 0) throw new DatabaseError('archive_of_other_schema', 'there is no catalogue in the database');
  const { rows: applied } = await connection.query<{ name: string }>(
    'SELECT migration_name AS name FROM public._prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
  );
  const head: ArchiveHead = { type: 'archive', version: ARCHIVE_VERSION, migrations: applied.map(({ name }) => name) };
  yield JSON.stringify(head);
  const tables: TableSum[] = [];
  for (const table of await archivedTables(connection)) {
    yield JSON.stringify({ table });
    await connection.query(
      `DECLARE archived NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM "${table}" t`,
    );
    for (let read = PAGE; read === PAGE; ) {
      const { rows } = await connection.query<{ row: string }>(`FETCH ${PAGE} FROM archived`);
      for (const { row } of rows) yield `[${row}]`;
      read = rows.length;
    }
    await connection.query('CLOSE archived');
    tables.push(await sumTable(connection, table));
  }
  const { rows: sequences } = await connection.query<{ name: string; last: string | null }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`,
  );
  const drawn = sequences.flatMap(({ name, last }) => (last === null ? [] : [[name, last] as const]));
  const end: ArchiveEnd = { end: { tables, sequences: Object.fromEntries(drawn) } };
  yield JSON.stringify(end);
  await connection.query('COMMIT');
}
