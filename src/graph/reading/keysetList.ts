import type { ReadStatement } from '../../database/database.ts';
import { decodeCursor, encodeCursor, type KeyType } from './cursor.ts';

/** A sort column. */
export interface SortColumn {
  /** SQL of the column, qualified. */
  readonly sql: string;
  readonly type: KeyType;
  readonly direction: 'asc' | 'desc';
}

/** A list's order: one unique column, or two, the second of which is unique and ascending. */
export interface KeysetOrder {
  /** Names the list and its order in cursors. */
  readonly kind: string;
  readonly columns: readonly [SortColumn] | readonly [SortColumn, SortColumn];
  /**
   * Conditions of which each row meets one, where the order's index leads with them: what a filter excludes is not
   * read, however many of its rows come first.
   */
  readonly parts?: readonly string[];
  /** What the index of the order alone says, though it is true of every row: no other index is taken for it. */
  readonly index?: string;
}

/** Collects the values of a statement; each call returns the placeholder. */
export class Bindings {
  readonly values: ReadStatement['values'][number][] = [];

  add(value: ReadStatement['values'][number], type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** Decodes `after` for this order. @throws CatalogError `invalid_cursor` */
export function readPosition(order: KeysetOrder, after: string | null | undefined): readonly string[] | null {
  if (after === null || after === undefined) return null;
  return decodeCursor(
    after,
    order.kind,
    order.columns.map(({ type }) => type),
  );
}

/** The cursor of a node with this sort key. */
export function writePosition(order: KeysetOrder, values: readonly string[]): string {
  return encodeCursor(order.kind, values);
}

/**
 * The condition for rows after a position, in a form that PostgreSQL turns into one index range: the plain `u < x OR (u
 * = x AND id > y)` would scan the index from its start.
 */
export function followsPosition(order: KeysetOrder, position: readonly string[], bindings: Bindings): string {
  const [first, second] = order.columns;
  const x = bindings.add(position[0] as string, first.type);
  if (second === undefined) return `${first.sql} ${first.direction === 'asc' ? '>' : '<'} ${x}`;
  const y = bindings.add(position[1] as string, second.type);
  if (first.direction === 'asc') return `(${first.sql}, ${second.sql}) > (${x}, ${y})`;
  return `${first.sql} <= ${x} AND (${first.sql} < ${x} OR ${second.sql} > ${y})`;
}

/** ORDER BY terms; columns are qualified, because an output column's name would shadow them and miss the index. */
export function orderTerms({ columns }: KeysetOrder): string {
  return columns.map(({ sql, direction }) => `${sql} ${direction.toUpperCase()}`).join(', ');
}

/**
 * SELECT of the rows that meet the conditions, in order. The parts of an order are merged, each read as far as needed.
 * @param limit of each part too, because PostgreSQL would sort a small one that has none
 */
export function orderedRows(
  { from, alias, order }: { readonly from: string; readonly alias: string; readonly order: KeysetOrder },
  columns: string,
  conditions: readonly string[],
  limit?: number,
): string {
  const all = [...conditions, ...(order.index === undefined ? [] : [order.index])];
  const end = `ORDER BY ${orderTerms(order)}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
  const select = (where: readonly string[]) =>
    `SELECT ${columns} FROM ${from} ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} ${end}`;
  if (order.parts === undefined) return select(all);
  const parts = order.parts.map((part) => `(${select([part, ...all])})`).join(' UNION ALL ');
  return `SELECT * FROM (${parts}) ${alias} ${end}`;
}

/** SQL of a sort column as cursors hold it. */
export function positionColumn({ sql, type }: SortColumn): string {
  if (type === 'timestamptz') return `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'date') return `to_char(${sql}, 'YYYY-MM-DD')`;
  return `${sql}::text`;
}
