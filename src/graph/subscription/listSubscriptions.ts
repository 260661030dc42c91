import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { selectSubscriptions } from './subscriptionRows.ts';

const CURSOR = 'subscription.id';

interface SubscriptionPage {
  readonly applicationId: string;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** A page of an application's subscriptions, newest first; null when there is no such application. @throws CatalogError invalid_parameter, invalid_cursor */
export async function listSubscriptions(client: TransactionClient, { applicationId, first, after }: SubscriptionPage) {
  const size = checkPageSize(first);
  const [last] = after == null ? [] : decodeCursor(after, CURSOR, ['uuid']);
  if ((await client.application.count({ where: { id: applicationId, deletedAt: null } })) === 0) return null;
  const following = last === undefined ? Prisma.empty : Prisma.sql`AND id < ${last}::uuid`;
  const condition = Prisma.sql`application_id = ${applicationId}::uuid ${following}`;
  const rows = await selectSubscriptions(client, condition, size + 1);
  const nodes = rows.slice(0, size);
  const end = nodes.at(-1);
  return {
    nodes,
    pageInfo: { hasNextPage: rows.length > size, endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.id]) },
  };
}
