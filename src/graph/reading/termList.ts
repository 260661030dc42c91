import type { Database } from '../../database/database.ts';
import type { PageInfo, PageRequest } from './connection.ts';
import { Bindings, followsPosition, type KeysetOrder, orderTerms, readPosition, writePosition } from './keysetList.ts';
import { checkPageSize } from './pageSize.ts';

/** One page of genres or studios by ascending slug in byte order. @throws CatalogError */
export async function listTerms(
  database: Pick<Database, 'read'>,
  term: 'genre' | 'studio',
  { first, after }: PageRequest,
): Promise<{ readonly nodes: { readonly slug: string; readonly name: string }[]; readonly pageInfo: PageInfo }> {
  const order: KeysetOrder = { kind: `${term}.slug`, columns: [{ sql: 't.slug', type: 'text', direction: 'asc' }] };
  const size = checkPageSize(first);
  const bindings = new Bindings();
  const position = readPosition(order, after);
  const where = position === null ? '' : `WHERE ${followsPosition(order, position, bindings)}`;
  const rows = await database.read({
    text: `SELECT t.slug, t.name FROM ${term} t ${where} ORDER BY ${orderTerms(order)} LIMIT ${bindings.add(size + 1, 'int')}`,
    values: bindings.values,
  });
  const nodes = rows.slice(0, size).map(([slug, name]) => ({ slug: slug ?? '', name: name ?? '' }));
  const last = nodes.at(-1);
  const endCursor = last === undefined ? null : writePosition(order, [last.slug]);
  return { nodes, pageInfo: { hasNextPage: rows.length > size, endCursor } };
}
