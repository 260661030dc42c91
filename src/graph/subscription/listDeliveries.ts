import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { DeliveryStatus } from '../model/vocabulary.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { checkPageSize } from '../reading/pageSize.ts';
import { selectDeliveries } from './deliveryRows.ts';

const CURSOR = 'delivery.id';

interface DeliveryPage {
  readonly subscriptionId?: string | null | undefined;
  readonly status?: DeliveryStatus | null | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** A page of deliveries, newest first; null when the subscription does not exist. @throws CatalogError invalid_parameter, invalid_cursor */
export async function listDeliveries(client: TransactionClient, page: DeliveryPage) {
  const size = checkPageSize(page.first);
  const [last] = page.after == null ? [] : decodeCursor(page.after, CURSOR, ['uuid']);
  const { subscriptionId = null, status = null } = page;
  if (subscriptionId !== null && (await client.subscription.count({ where: { id: subscriptionId } })) === 0)
    return null;
  const found = await selectDeliveries(client, idsOf({ subscriptionId, status, last: last ?? null, limit: size + 1 }));
  const nodes = found.slice(0, size);
  const end = nodes.at(-1);
  return {
    nodes,
    pageInfo: {
      hasNextPage: found.length > size,
      endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.id]),
    },
  };
}

interface Asked {
  readonly subscriptionId: string | null;
  readonly status: DeliveryStatus | null;
  /** The last of the page before. */
  readonly last: string | null;
  readonly limit: number;
}

/** What waits for a subscription that has ended is cancelled, though that may not be written yet. */
function idsOf(asked: Asked): Prisma.Sql {
  if (asked.status === 'pending') return waitingIds(asked, Prisma.sql`s.status = 'enabled'`);
  if (asked.status !== 'cancelled') return storedIds(asked);
  return Prisma.sql`
    SELECT id FROM ((${storedIds(asked)}) UNION ALL (${waitingIds(asked, Prisma.sql`s.status <> 'enabled'`)})) either
    ORDER BY id DESC LIMIT ${asked.limit}`;
}

function storedIds({ subscriptionId, status, last, limit }: Asked): Prisma.Sql {
  const conditions = [
    Prisma.sql`true`,
    ...(subscriptionId === null ? [] : [Prisma.sql`d.subscription_id = ${subscriptionId}::uuid`]),
    // Written out, because a parameter finds no partial index.
    ...(status === null ? [] : [Prisma.raw(`d.status = '${status}'`)]),
    ...(last === null ? [] : [Prisma.sql`d.id < ${last}::uuid`]),
  ];
  return Prisma.sql`
    SELECT d.id FROM delivery d WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY d.id DESC LIMIT ${limit}`;
}

/** Of each subscription as many as a page holds: however many wait, no more of them are read. */
function waitingIds({ subscriptionId, last, limit }: Asked, condition: Prisma.Sql): Prisma.Sql {
  const ofOne = subscriptionId === null ? Prisma.empty : Prisma.sql`AND s.id = ${subscriptionId}::uuid`;
  const following = last === null ? Prisma.empty : Prisma.sql`AND d.id < ${last}::uuid`;
  return Prisma.sql`
    SELECT waiting.id FROM subscription s CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d WHERE d.subscription_id = s.id AND d.status = 'pending' ${following}
      ORDER BY d.id DESC LIMIT ${limit}
    ) waiting
    WHERE ${condition} ${ofOne} ORDER BY waiting.id DESC LIMIT ${limit}`;
}
