import { LARGEST_PAGE } from '../model/limits.ts';
import type { EntityList, ListFilter } from './entityList.ts';
import { orderTerms } from './keysetList.ts';

export interface NarrowedLimits {
  /** Entries of the order's index that are read before the sets. */
  readonly near: number;
  /** Rows that are read to be sorted. */
  readonly few: number;
}

const STANDARD: NarrowedLimits = { near: 2_000, few: 600 };

/**
 * SELECT of the first rows of a filtered list. Plans are made without the values, which decide what reads least, so the
 * statement finds out while it runs. In turn, until one gives the page:
 *
 * - `near`: the next entries of the order's index, of whose rows only those are read that the filter finds. Where many
 *   are found they fill a page.
 * - `few`: the rows that the sets of the values have in common, sorted, unless they are many.
 * - The order's index to its end. What finds more than a few fills a page soon.
 *
 * A part whose turn does not come is not executed: a condition without a column is tested once, before it.
 * @param number placeholder of the number of rows: one more than the page
 */
export function narrowedRows<Entity>(
  { alias, from, conditions, filter, order }: EntityList<Entity> & { readonly filter: ListFilter },
  number: string,
  { near, few }: NarrowedLimits = STANDARD,
): string {
  const sorted = `ORDER BY ${orderTerms(order)}`;
  const base = conditions.join(' AND ');
  const found = filter.conditions.join(' AND ');
  const covered = filter.covered.join(' AND ');
  const keys = [...new Set([`${alias}.id`, ...order.columns.map(({ sql }) => sql)])].join(', ');
  const first = (rows: string) =>
    `SELECT * FROM (SELECT * FROM (${rows} LIMIT ${LARGEST_PAGE + 1}) ${alias} LIMIT ${number}) ${alias}`;
  const rowsOf = (entries: string) =>
    first(`SELECT ${alias}.* FROM (${entries} ${sorted}) k
      CROSS JOIN LATERAL (SELECT ${alias}.* FROM ${from} WHERE ${alias}.id = k.id AND ${found} OFFSET 0) ${alias}
      ${sorted.replaceAll(`${alias}.`, 'k.')}`);
  const nextEntries = `SELECT ${keys}, ${filter.columns.join(', ')} FROM ${from} WHERE ${base} ${sorted} LIMIT ${near}`;
  // CASE keeps the planner from every other index.
  const entries = `SELECT ${keys} FROM ${from} WHERE ${base} AND CASE WHEN ${covered} THEN true ELSE false END`;
  const isOpen = `(SELECT count(*) FROM near) < ${number}`;
  const common = `SELECT ${alias}.* FROM ${from} WHERE ${filter.facets.join(' AND ')}`;
  const areFew = `(SELECT count(*) FROM few) <= ${few}`;
  return `WITH near AS MATERIALIZED (${rowsOf(`SELECT ${keys} FROM (${nextEntries}) ${alias} WHERE ${covered}`)}),
    few AS MATERIALIZED (${common} AND ${isOpen} LIMIT ${few + 1})
    SELECT * FROM (
      SELECT * FROM near ${alias} WHERE NOT ${isOpen}
      UNION ALL ${first(`SELECT * FROM few ${alias} WHERE ${base} AND ${found} ${sorted}`)} WHERE ${isOpen} AND ${areFew}
      UNION ALL ${rowsOf(entries)} WHERE ${isOpen} AND NOT ${areFew}
    ) ${alias} ${sorted} LIMIT ${number}`;
}
