import { decodeCursor, encodeCursor, type KeyType } from './cursor.ts';
import { checkPageSize } from './pageSize.ts';

/** A sort column of a model, by Prisma's name. */
interface SortColumn<Field extends string = string> {
  readonly field: Field;
  readonly type: KeyType;
  readonly direction: 'asc' | 'desc';
}

/** A list's order: one unique column, or two, the second of which is unique. */
export interface KeysetOrder<Field extends string = string> {
  /** Names the list and its order in cursors. */
  readonly kind: string;
  readonly columns: readonly [SortColumn<Field>] | readonly [SortColumn<Field>, SortColumn<Field>];
}

export interface PageRequest {
  readonly first: number;
  readonly after?: string | null | undefined;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** A page of a connection. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
}

/** The paging arguments of a model's findMany, to which the list adds its own conditions. */
export interface Slice<Field extends string> {
  /** The rows after the cursor. */
  readonly where: object;
  readonly orderBy: { [F in Field]?: 'asc' | 'desc' }[];
  /** The columns of the order, and no others: reading a time costs more than reading a key. */
  readonly select: { readonly [F in Field]: true };
  /** One more than the page. */
  readonly take: number;
  /** The sort key of the last row of the previous page, for statements of another kind; null on the first page. */
  readonly last: readonly string[] | null;
}

type RowOf<Field extends string> = { readonly [F in Field]: unknown };

/** Reads a page of a list. @throws CatalogError `invalid_parameter` for the page size, `invalid_cursor` */
export async function readPage<Field extends string, Row extends RowOf<Field>>(
  order: KeysetOrder<Field>,
  request: PageRequest,
  read: (slice: Slice<Field>) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  return pageOf(order, request, await read(sliceOf(order, request)));
}

/** What a page reads. @throws CatalogError as readPage */
export function sliceOf<Field extends string>(order: KeysetOrder<Field>, { first, after }: PageRequest): Slice<Field> {
  const types = order.columns.map(({ type }) => type);
  const take = checkPageSize(first) + 1;
  const last = after == null ? null : decodeCursor(after, order.kind, types);
  const where = last === null ? {} : following(order, last);
  const orderBy = order.columns.map(
    ({ field, direction }) => ({ [field]: direction }) as Slice<Field>['orderBy'][number],
  );
  const select = Object.fromEntries(order.columns.map(({ field }) => [field, true])) as Slice<Field>['select'];
  return { where, orderBy, select, take, last };
}

/** The page that the rows of its slice make. */
export function pageOf<Field extends string, Row extends RowOf<Field>>(
  order: KeysetOrder<Field>,
  { first }: PageRequest,
  rows: readonly Row[],
): Page<Row> {
  const nodes = rows.slice(0, first);
  const end = nodes.at(-1);
  const endCursor = end === undefined ? null : encodeCursor(order.kind, positionOf(order, end));
  return { nodes, pageInfo: { hasNextPage: rows.length > first, endCursor } };
}

/**
 * The condition for rows after a position. The first column's own bound is redundant; by it PostgreSQL begins to read
 * the index at the position instead of at its start. Not Prisma's `cursor`, whose row may vanish.
 */
function following({ columns: [first, second] }: KeysetOrder, [x = '', y = '']: readonly string[]): object {
  const start = columnValue(first, x);
  const beyond = { [first.field]: { [first.direction === 'asc' ? 'gt' : 'lt']: start } };
  if (second === undefined) return beyond;
  return {
    [first.field]: { [first.direction === 'asc' ? 'gte' : 'lte']: start },
    OR: [beyond, { [second.field]: { [second.direction === 'asc' ? 'gt' : 'lt']: columnValue(second, y) } }],
  };
}

/** The sort key of a row as cursors hold it. */
function positionOf<Field extends string>({ columns }: KeysetOrder<Field>, row: RowOf<Field>): string[] {
  return columns.map(({ field, type }) => {
    const value = row[field];
    if (value instanceof Date) return type === 'date' ? value.toISOString().slice(0, 10) : value.toISOString();
    return type === 'numeric' ? Number(value).toFixed(2) : String(value);
  });
}

function columnValue({ type }: SortColumn, text: string): unknown {
  if (type === 'date' || type === 'timestamptz') return new Date(text);
  return type === 'bigint' ? BigInt(text) : text;
}
