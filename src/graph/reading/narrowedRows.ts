import { LARGEST_PAGE } from '../model/limits.ts';
import type { EntityList, ListFilter } from './entityList.ts';
import { type KeysetOrder, orderedRows, orderTerms } from './keysetList.ts';

export interface NarrowedLimits {
  /** Marks of the order that `near` reads to: each stands for 128 entries. */
  readonly near: number;
  /** Pages with rows of `few` by whose places the number of such pages is estimated. */
  readonly sample: number;
  /** Rows of `few` that are read at most. */
  readonly few: number;
}

const STANDARD: NarrowedLimits = { near: 16, sample: 64, few: 1_000 };

/** Blocks of a table of which one page of its visibility map tells. */
const MAPPED = 32_672;

/** The first and last values of an order, by its first column's type and direction. No index holds a longer title. */
const ENDS: Readonly<Record<string, readonly [first: string, last: string]>> = {
  'uuid asc': [`'00000000-0000-0000-0000-000000000000'`, `'ffffffff-ffff-ffff-ffff-ffffffffffff'`],
  'text asc': [`''`, `repeat(U&'\\+10FFFF', 700)`],
  'bigint asc': ['-9223372036854775808', '9223372036854775807'],
  'timestamptz desc': [`'infinity'`, `'-infinity'`],
};

/**
 * SELECT of the first rows of a filtered list. Plans are made without the values, which decide what reads least, so the
 * statement finds out while it runs. In turn, until one gives the page:
 *
 * - `near`: what the filter finds among some thousand entries that come next in the order's index, up to one of its
 *   marks. Where many are found they fill a page.
 * - `few`: the rows that the sets of the values have in common, sorted, where that reads less than what follows. The
 *   first pages with such rows tell how many there are by how far apart they lie.
 * - What `near` has found, and the order's index from there to its end. What finds more than a few fills a page soon.
 *
 * The order's index holds what the filter compares, so that only the rows of a page are read. A part whose turn does
 * not come is not executed: a condition without a column is tested once, before it.
 * @param number placeholder of the number of rows: one more than the page
 */
export function narrowedRows<Entity>(
  list: EntityList<Entity> & { readonly filter: ListFilter },
  number: string,
  limits: NarrowedLimits = STANDARD,
): string {
  const { alias, from, filter, order } = list;
  const sorted = `ORDER BY ${orderTerms(order)}`;
  const base = list.conditions.join(' AND ');
  const found = filter.conditions.join(' AND ');
  const keys = [...new Set([`${alias}.id`, ...order.columns.map(({ sql }) => sql)])].join(', ');
  const first = (rows: string) =>
    `SELECT * FROM (SELECT * FROM (${rows} LIMIT ${LARGEST_PAGE + 1}) ${alias} LIMIT ${number}) ${alias}`;
  const rows = (conditions: string) => `SELECT ${alias}.*, ${alias}.ctid AS place FROM ${from} WHERE ${conditions}`;
  const rowsOf = (conditions: readonly string[]) =>
    first(`SELECT ${alias}.* FROM (${orderedRows(list, keys, [...list.conditions, ...filter.covered, ...conditions])}) k
      CROSS JOIN LATERAL (${rows(`${alias}.id = k.id AND ${found}`)} OFFSET 0) ${alias}
      ${sorted.replaceAll(`${alias}.`, 'k.')}`);
  const isOpen = `(SELECT count(*) FROM near) < ${number}`;
  const blocks = '(SELECT blocks FROM size)';
  // A row costs a page, an index entry a sixtieth. With small sets it costs nearly half of one where the map of visible
  // rows has two pages, between which entries alternate in every order but that of ids, which rows have too.
  const alternates = filter.hasSmallSets && order.columns.length > 1;
  const factor = alternates ? `CASE WHEN ${blocks} > ${MAPPED} THEN 15 ELSE 4 END` : 4;
  const few = alternates ? 4 * limits.few : limits.few;
  const seemFew = `(SELECT count(*) <= ${limits.sample} OR ${limits.sample} * ${blocks} / (1 + max(block)) <= ${factor} * sqrt(${blocks})
    FROM (SELECT block FROM (SELECT block, lag(block) OVER () AS earlier FROM (SELECT (place::text::point)[0] AS block FROM few) f) f
      WHERE block IS DISTINCT FROM earlier LIMIT ${limits.sample + 1}) s)`;
  const areFew = `CASE WHEN ${seemFew} THEN (SELECT count(*) FROM few) <= ${few} ELSE false END`;
  return `WITH mark AS MATERIALIZED (${markAfter(list, keys, filter.hasSets ? Math.ceil(limits.near / 3) : limits.near)}),
    size AS MATERIALIZED (SELECT pg_relation_size('${from.split(' ')[0]}') / current_setting('block_size')::int AS blocks),
    near AS MATERIALIZED (${rowsOf([beside(order, 'upTo')])}),
    few AS MATERIALIZED (${rows(filter.facets.join(' AND '))} AND ${isOpen} LIMIT ${few + 1})
    SELECT * FROM (
      SELECT * FROM near ${alias} WHERE NOT (${isOpen} AND ${areFew})
      UNION ALL ${first(`SELECT * FROM few ${alias} WHERE ${base} AND ${found} ${sorted}`)} WHERE ${isOpen} AND ${areFew}
      UNION ALL ${rowsOf([beside(order, 'after')])} WHERE ${isOpen} AND NOT ${areFew}
    ) ${alias} ${sorted} LIMIT ${number}`;
}

/** Every 128th entry of an order, by chance: small indexes hold these alone. */
const isMark = (alias: string) => `uuid_hash(${alias}.id) & 127 = 0`;

/** SELECT of the first column of the order at a mark so many further; nothing where fewer are left. */
function markAfter<Entity>(list: EntityList<Entity> & { readonly filter: ListFilter }, keys: string, marks: number) {
  const conditions = [...list.conditions, ...(list.order.parts ? list.filter.leading : []), isMark(list.alias)];
  return `SELECT ${list.order.columns[0].sql} AS place FROM (${orderedRows(list, keys, conditions, marks)}) ${list.alias} OFFSET ${marks - 1}`;
}

/**
 * Whether a row comes up to the mark, ties included, or after it. The other end is no news, but the planner takes a
 * range for short: else it would read and sort the table where it expects few rows.
 */
function beside({ columns: [{ sql, type, direction }] }: KeysetOrder, side: 'upTo' | 'after'): string {
  const [first, last] = ENDS[`${type} ${direction}`] ?? [];
  const [before, after] = direction === 'asc' ? ['<', '>'] : ['>', '<'];
  const mark = `coalesce((SELECT place FROM mark), ${last})`;
  const unknown = `(SELECT NULL::${type} FROM size)`;
  if (side === 'upTo') return `${sql} ${before}= ${mark} AND ${sql} ${after}= coalesce(${unknown}, ${first})`;
  return `${sql} ${after} ${mark} AND ${sql} ${before}= coalesce(${unknown}, ${last})`;
}
