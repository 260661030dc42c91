import type { PageInfo, PageRequest } from './connection.ts';
import { decodeCursor, encodeCursor, type KeyType } from './cursor.ts';
import { checkPageSize } from './pageSize.ts';

/** The unique column that a list is ordered by. */
interface UniqueOrder<Key extends string> {
  /** Names the list in cursors. */
  readonly kind: string;
  readonly key: Key;
  readonly type: KeyType;
  readonly direction: 'asc' | 'desc';
}

/** The paging arguments of Prisma's findMany; the list adds its own conditions. */
interface Slice<Key extends string> {
  readonly where: Readonly<Record<Key, { readonly gt?: string; readonly lt?: string }>>;
  readonly orderBy: Readonly<Record<Key, 'asc' | 'desc'>>;
  readonly take: number;
}

/**
 * A page of a list that Prisma reads. `read` returns the rows of a slice, which is one longer than the page; `last` is
 * the key of the previous page's last row, for other kinds of statements.
 * @throws CatalogError `invalid_parameter` for the page size, `invalid_cursor`
 */
export async function readPage<Key extends string, Node extends { readonly [K in Key]: string }>(
  { kind, key, type, direction }: UniqueOrder<Key>,
  { first, after }: PageRequest,
  read: (slice: Slice<Key>, last: string | null) => Promise<readonly Node[]>,
): Promise<{ readonly nodes: readonly Node[]; readonly pageInfo: PageInfo }> {
  const size = checkPageSize(first);
  const [last = null] = after == null ? [] : decodeCursor(after, kind, [type]);
  const ofKey = <Value>(value: Value) => ({ [key]: value }) as Record<Key, Value>;
  const following = last === null ? {} : direction === 'asc' ? { gt: last } : { lt: last };
  const slice = { where: ofKey(following), orderBy: ofKey(direction), take: size + 1 };
  const rows = await read(slice, last);
  const nodes = rows.slice(0, size);
  const end = nodes.at(-1);
  const endCursor = end === undefined ? null : encodeCursor(kind, [end[key]]);
  return { nodes, pageInfo: { hasNextPage: rows.length > size, endCursor } };
}
