import { hash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import type { EntityList } from './entityList.ts';
import { type EntitySource, entityStatement, type VersionedEntity } from './entitySource.ts';
import {
  followsPosition,
  type KeysetOrder,
  orderedRows,
  positionColumn,
  readPosition,
  writePosition,
} from './keysetList.ts';
import { narrowedRows } from './narrowedRows.ts';
import { checkPageSize } from './pageSize.ts';
import type { WantedNodes } from './selection.ts';

/** A page of a connection, every field in its final form. */
export interface Connection<Node> {
  /** Empty when the operation selects no nodes; ids and versions alone where it selects no more. */
  readonly nodes: readonly (Node | VersionedEntity)[];
  readonly pageInfo: PageInfo;
  readonly tag: string;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

export interface PageRequest {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** The key of one row, which a page has before its entities are read. */
export interface PageKey extends VersionedEntity {
  readonly position: readonly string[];
}

/**
 * Reads one page of a list in one statement, hence one snapshot: only keys, or keys and entities. The tag therefore
 * always describes the content of the page.
 * @throws CatalogError `invalid_parameter` for the page size, `invalid_cursor`
 */
export async function readConnection<Entity extends VersionedEntity>(
  database: Pick<Database, 'read'>,
  source: EntitySource<Entity>,
  list: EntityList<Entity>,
  { first, after }: PageRequest,
  wanted: WantedNodes,
): Promise<Connection<Entity>> {
  const size = checkPageSize(first);
  const rows = pageRows(list, readPosition(list.order, after), size);
  if (wanted === 'whole') return readWhole(database, source, list, rows, size);
  const keys = await readKeys(database, list, rows);
  const shown = keys.slice(0, size);
  return { ...describePage(list.order, shown, keys.length > size), nodes: wanted === 'keys' ? shown : [] };
}

/**
 * SELECT of one row more than the page. The largest page is a literal, because PostgreSQL plans an unknown LIMIT for a
 * tenth of the table.
 */
function pageRows<Entity>(list: EntityList<Entity>, position: readonly string[] | null, size: number): string {
  const { alias, bindings, order, filter } = list;
  const following = position === null ? [] : [followsPosition(order, position, bindings)];
  const number = bindings.add(size + 1, 'int');
  const conditions = [...list.conditions, ...following];
  if (filter) return narrowedRows({ ...list, filter, conditions }, number);
  const rows = orderedRows(list, `${alias}.*`, conditions, LARGEST_PAGE + 1);
  return `SELECT * FROM (${rows}) ${alias} LIMIT ${number}`;
}

async function readKeys<Entity>(
  database: Pick<Database, 'read'>,
  { alias, bindings, order }: EntityList<Entity>,
  rows: string,
): Promise<PageKey[]> {
  const positions = order.columns.map((column, index) => `${positionColumn(column)} AS position_${index}`);
  const columns = [`${alias}.id::text AS id`, `${alias}.version::text AS version`, ...positions].join(', ');
  const found = await database.read({ text: `SELECT ${columns} FROM (${rows}) ${alias}`, values: bindings.values });
  return (found as readonly (readonly string[])[]).map(([id = '', version = '', ...position]) => ({
    id,
    version,
    position,
  }));
}

async function readWhole<Entity extends VersionedEntity>(
  database: Pick<Database, 'read'>,
  source: EntitySource<Entity>,
  list: EntityList<Entity>,
  rows: string,
  size: number,
): Promise<Connection<Entity>> {
  const [columns = []] = await database.read(entityStatement(source, rows, list.bindings.values));
  const found = source.parse(columns);
  const nodes = found.slice(0, size);
  const keys = nodes.map((node) => ({ id: node.id, version: node.version, position: list.positionOf(node) }));
  return { ...describePage(list.order, keys, found.length > size), nodes };
}

/** The page's own fields. @param shown content beside its nodes */
export function describePage(
  order: KeysetOrder,
  keys: readonly PageKey[],
  hasNextPage: boolean,
  shown: readonly string[] = [],
): Omit<Connection<never>, 'nodes'> {
  const last = keys.at(-1);
  const endCursor = last === undefined ? null : writePosition(order, last.position);
  const parts = [order.kind, hasNextPage, endCursor, ...shown, ...keys.flatMap(({ id, version }) => [id, version])];
  // 128 bits.
  return { pageInfo: { hasNextPage, endCursor }, tag: hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22) };
}
