import type { TransactionClient } from '../../database/database.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { type ApplicationNode, applicationNode } from './applicationNode.ts';

const CURSOR = 'application.id';

interface ApplicationPage {
  readonly owner?: string | null | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** A page of applications, oldest first. @throws CatalogError invalid_parameter, invalid_cursor */
export async function listApplications(client: TransactionClient, { owner, first, after }: ApplicationPage) {
  const size = checkPageSize(first);
  const [last] = after == null ? [] : decodeCursor(after, CURSOR, ['uuid']);
  const rows = await client.application.findMany({
    where: {
      deletedAt: null,
      ...(owner == null ? {} : { owner }),
      ...(last === undefined ? {} : { id: { gt: last } }),
    },
    orderBy: { id: 'asc' },
    take: size + 1,
  });
  const nodes: ApplicationNode[] = rows.slice(0, size).map(applicationNode);
  const end = nodes.at(-1);
  return {
    nodes,
    pageInfo: { hasNextPage: rows.length > size, endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.id]) },
  };
}
