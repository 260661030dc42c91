import { LARGEST_PAGE } from '../model/limits.ts';
import type { EntityList, Narrowing } from './entityList.ts';
import { orderTerms } from './keysetList.ts';

export interface NarrowedLimits {
  /** Rows of the order that are read before the sets. */
  readonly near: number;
  /** Rows of one set in the order of ids that are read before the sets; each takes a descent in the index of ids. */
  readonly nearIds: number;
  /** Rows that are read to be sorted. */
  readonly few: number;
  /** Rows whose ids are held in memory: as many as PostgreSQL still hashes (40 bytes each in 4 MB). */
  readonly many: number;
}

const STANDARD: NarrowedLimits = { near: 2_000, nearIds: 500, few: 250, many: 100_000 };

/**
 * SELECT of the first rows of a narrowed list. No order has an index for every pair of filters, and the values decide
 * which way reads least, so the statement finds out while it runs. In turn, until one gives a page:
 *
 * - `near`: the next rows in the order are read, by id those of a set that has them in order. A filter that finds many
 *   fills a page there.
 * - `hits`: the sets' ids are intersected. A few are read and sorted; of more, those that come first are found in the
 *   order's index, where ids alone are compared.
 * - What finds more than that fills a page soon: the rows are read in the order.
 *
 * A part whose turn does not come is not executed: a condition without a column is tested once, before it.
 * @param after the condition for rows after the page before, if there is one
 * @param number placeholder of the number of rows: one more than the page
 */
export function narrowedRows<Entity>(
  { alias, from, conditions, narrowing, order }: EntityList<Entity> & { readonly narrowing: Narrowing },
  after: readonly string[],
  number: string,
  { near, nearIds, few, many }: NarrowedLimits = STANDARD,
): string {
  const following = [...(narrowing.range ?? []), ...after];
  const sorted = `ORDER BY ${orderTerms(order)}`;
  const largestPage = `LIMIT ${LARGEST_PAGE + 1}`;
  const ofKey = (sql: string) => sql.replaceAll(`${alias}.`, 'k.');
  const rows = `SELECT ${alias}.* FROM ${from}`;
  const rowOfKey = (terms: readonly string[]) =>
    `CROSS JOIN LATERAL (${rows} ${where([`${alias}.id = k.id`, ...terms])} OFFSET 0) ${alias}`;
  const idsOf = (ids: string) => `SELECT k.id FROM ${ids} k ${where(following.map(ofKey))} ${ofKey(sorted)}`;
  const isById = order.columns.length === 1;
  const { orderedIds } = narrowing;
  const nearRows =
    isById && orderedIds !== null
      ? `SELECT ${alias}.* FROM (${idsOf(`(${orderedIds})`)} LIMIT ${nearIds}) k ${rowOfKey(conditions)} ${ofKey(sorted)}`
      : `SELECT ${alias}.* FROM (${rows} ${where(following)} ${sorted} LIMIT ${near}) ${alias} ${where(conditions)} ${sorted}`;
  // The order's columns alone, so that its index suffices. CASE keeps the planner from a join, which would sort all.
  const isHit = `CASE WHEN ${alias}.id IN (SELECT h.id FROM hits h) THEN true ELSE false END`;
  const columns = order.columns.map(({ sql }) => sql).join(', ');
  const keys = isById ? idsOf('hits') : `SELECT ${columns} FROM ${from} ${where([...following, isHit])} ${sorted}`;
  const part = (when: string, found: string) =>
    `SELECT * FROM (SELECT * FROM (${found} ${largestPage}) ${alias} LIMIT ${number}) ${alias} WHERE ${when}`;
  const found = '(SELECT number FROM found)';
  const isOpen = 'NOT (SELECT is_full FROM filled)';
  return `WITH near AS MATERIALIZED (SELECT * FROM (${nearRows} ${largestPage}) ${alias} LIMIT ${number}),
    filled AS MATERIALIZED (SELECT count(*) = ${number} AS is_full FROM near),
    hits AS MATERIALIZED (SELECT s.id FROM (${narrowing.idSets.join(' INTERSECT ')}) s LIMIT ${many + 1}),
    found AS MATERIALIZED (SELECT count(*) AS number FROM hits)
    SELECT * FROM (${[
      part('(SELECT is_full FROM filled)', `SELECT * FROM near ${alias}`),
      part(
        `${isOpen} AND ${found} <= ${few}`,
        `SELECT ${alias}.* FROM hits k ${rowOfKey([...narrowing.others, ...following])} ${sorted}`,
      ),
      part(
        `${isOpen} AND ${found} BETWEEN ${few + 1} AND ${many}`,
        `SELECT ${alias}.* FROM (${keys}) k ${rowOfKey(narrowing.others)} ${ofKey(sorted)}`,
      ),
      part(`${isOpen} AND ${found} > ${many}`, `${rows} ${where([...conditions, ...following])} ${sorted}`),
    ].join(' UNION ALL ')}) ${alias} ${sorted} LIMIT ${number}`;
}

function where(terms: readonly string[]): string {
  return terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`;
}
