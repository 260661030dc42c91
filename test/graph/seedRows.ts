import type { Database } from '../../src/database/database.ts';

/** A row by column name; times as ISO 8601 texts. */
export type Row = Readonly<Record<string, string | number | boolean | object | null>>;

/** Inserts rows as a direct edit would, past every handler. Columns that the first row lacks take their defaults. */
export async function insertRows(database: Database, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ');
  await database.client.$executeRawUnsafe(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    JSON.stringify(rows),
  );
}

/** The n-th of a series of UUIDs in ascending order. */
export function seriesId(series: number, n: number): string {
  return `00000000-0000-7000-8${String(series).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
}

/** Numbers from 0 to 1, the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
}
