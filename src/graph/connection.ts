import { hash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { VersionedDocument } from './documentCache.ts';
import { documentStatement } from './documentSource.ts';
import type { DocumentStore, KnownVersion } from './documentStore.ts';
import {
  type Bindings,
  followsPosition,
  type KeysetOrder,
  orderTerms,
  positionColumn,
  readPosition,
  writePosition,
} from './keysetList.ts';
import { checkPageSize, LARGEST_PAGE } from './pageSize.ts';

/** A page of a connection, every field in its final form. */
export interface Connection<Node> {
  /** Empty when the operation did not select `nodes`. */
  readonly nodes: readonly Node[];
  readonly pageInfo: PageInfo;
  readonly tag: string;
}

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Which rows a list has and in which order. */
export interface EntityList<Document> {
  /** FROM clause. */
  readonly from: string;
  /** Alias of the entity's table in it. */
  readonly alias: string;
  /** WHERE terms; their placeholders are in `bindings`. */
  readonly conditions: readonly string[];
  readonly bindings: Bindings;
  readonly order: KeysetOrder;
  /** A document's sort key, as the order's columns write it. */
  readonly positionOf: (document: Document) => readonly string[];
}

export interface PageRequest {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** The key of one row: what a page is made of before any document is read. */
export interface PageKey extends KnownVersion {
  readonly position: readonly string[];
}

/**
 * Reads one page of a list. Without `nodes` one statement reads keys alone. With them, and nothing cached, one statement reads
 * keys and documents; else keys first, then what the cache lacks. The page is always one snapshot: should an entity have changed
 * between the two steps, it is read again in one statement. So the tag never names other content than the page shows.
 * @throws CatalogError `invalid_parameter` for the page size, `invalid_cursor`
 */
export async function readConnection<Document extends VersionedDocument>(
  database: Pick<Database, 'read'>,
  store: DocumentStore<Document>,
  list: EntityList<Document>,
  { first, after }: PageRequest,
  withNodes: boolean,
): Promise<Connection<Document>> {
  const size = checkPageSize(first);
  const rows = pageRows(list, readPosition(list.order, after), size);
  if (withNodes && !store.caches) return readWhole(database, store, list, rows, size);
  const keys = await readKeys(database, list, rows);
  const page = describePage(list.order, keys.slice(0, size), keys.length > size);
  if (!withNodes) return { ...page, nodes: [] };
  const nodes = await readAsKnown(store, keys.slice(0, size));
  if (nodes !== null) return { ...page, nodes };
  return readWhole(database, store, list, rows, size);
}

/** The documents in exactly these versions, or null when an entity has changed since they were read. */
export async function readAsKnown<Document extends VersionedDocument>(
  store: DocumentStore<Document>,
  keys: readonly KnownVersion[],
): Promise<Document[] | null> {
  const documents = await store.known(keys);
  const nodes: Document[] = [];
  for (const { id, version } of keys) {
    const document = documents.get(id);
    if (document?.version !== version) return null;
    nodes.push(document);
  }
  return nodes;
}

/**
 * SELECT of one row more than the page holds. The largest page stands in the text, because PostgreSQL takes a LIMIT it cannot see
 * for a tenth of the table and plans for that.
 */
function pageRows<Document>(list: EntityList<Document>, position: readonly string[] | null, size: number): string {
  const { alias, bindings, order } = list;
  const conditions = [...list.conditions];
  if (position !== null) conditions.push(followsPosition(order, position, bindings));
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const rows = `SELECT ${alias}.* FROM ${list.from} ${where} ORDER BY ${orderTerms(order)} LIMIT ${LARGEST_PAGE + 1}`;
  return `SELECT * FROM (${rows}) ${alias} LIMIT ${bindings.add(size + 1, 'int')}`;
}

async function readKeys<Document>(
  database: Pick<Database, 'read'>,
  { alias, bindings, order }: EntityList<Document>,
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

async function readWhole<Document extends VersionedDocument>(
  database: Pick<Database, 'read'>,
  store: DocumentStore<Document>,
  list: EntityList<Document>,
  rows: string,
  size: number,
): Promise<Connection<Document>> {
  const [columns] = await database.read(documentStatement(store.source, rows, list.bindings.values));
  const found = store.accept(columns ?? []);
  const nodes = found.slice(0, size);
  const keys = nodes.map((node) => ({ id: node.id, version: node.version, position: list.positionOf(node) }));
  return { ...describePage(list.order, keys, found.length > size), nodes };
}

/** What a page says of itself. @param shown what it shows beside its nodes */
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
