import type pg from 'pg';

/** Left out, because they can be made again: dumps (docs/operations.md#archives). */
export const REMADE: readonly string[] = ['dump_chunk', 'dump'];
/** The migrations write the first one themselves. */
const LEFT_OUT = ['_prisma_migrations', ...REMADE];

/** Count and checksum of a table's rows. */
export interface TableSum {
  readonly table: string;
  readonly rows: string;
  readonly checksum: string;
}

/** The tables of an archive, by name. */
export async function archivedTables(connection: pg.ClientBase): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> ALL ($1) ORDER BY relname COLLATE "C"`,
    [LEFT_OUT],
  );
  return rows.map(({ name }) => name);
}

/** Over the rows' text, in any order; the session needs the settings of `steadyText`. */
export async function sumTable(connection: pg.ClientBase, table: string): Promise<TableSum> {
  const { rows } = await connection.query<{ rows: string; checksum: string }>(
    `SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS checksum FROM "${table}" t`,
  );
  return { table, rows: rows[0]?.rows ?? '', checksum: rows[0]?.checksum ?? '' };
}

/** Makes values the same text in every session, in this transaction. */
export const steadyText = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;
