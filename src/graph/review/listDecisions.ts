import type { Database } from '../../database/database.ts';
import type { Proposal } from '../../database/generated/client.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import type { PageInfo, PageRequest } from '../reading/keyset.ts';
import { checkPageSize } from '../reading/pageSize.ts';

const KIND = 'proposal.decided';

/** Decided proposals, the latest decision first. @throws CatalogError invalid_parameter, invalid_cursor */
export async function listDecisions(
  client: Database['client'],
  { first, after }: PageRequest,
): Promise<{ readonly nodes: readonly Proposal[]; readonly pageInfo: PageInfo }> {
  const size = checkPageSize(first);
  const [decidedAt, id] = after == null ? [] : decodeCursor(after, KIND, ['timestamptz', 'uuid']);
  const following =
    decidedAt === undefined || id === undefined
      ? {}
      : { decidedAt: { lte: decidedAt }, OR: [{ decidedAt: { lt: decidedAt } }, { id: { lt: id } }] };
  const rows = await client.proposal.findMany({
    where: { decidedAt: { not: null }, ...following },
    orderBy: [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: size + 1,
  });
  const nodes = rows.slice(0, size);
  const end = nodes.at(-1);
  const endCursor = end?.decidedAt == null ? null : encodeCursor(KIND, [end.decidedAt.toISOString(), end.id]);
  return { nodes, pageInfo: { hasNextPage: rows.length > size, endCursor } };
}
