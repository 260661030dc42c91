import type { TransactionClient } from '../../database/database.ts';
import { type Delivery, type DeliveryAttempt, Prisma } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import type { DeliveryKind, DeliveryStatus } from '../model/vocabulary.ts';
import { decodeCursor, encodeCursor } from '../reading/cursor.ts';
import { checkPageSize } from '../reading/pageSize.ts';

/** What stands behind the graph's Delivery; its attempts are read when they are asked for. */
export interface DeliveryNode {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventId: string;
  readonly kind: DeliveryKind;
  readonly status: DeliveryStatus;
  readonly cycle: number;
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly version: string;
}

const CURSOR = 'delivery.id';

interface DeliveryPage {
  readonly subscriptionId?: string | null | undefined;
  readonly status?: DeliveryStatus | null | undefined;
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** A page of deliveries, newest first; null when the subscription does not exist. @throws CatalogError invalid_parameter, invalid_cursor */
export async function listDeliveries(
  client: TransactionClient,
  { subscriptionId, status, first, after }: DeliveryPage,
) {
  const size = checkPageSize(first);
  const [last] = after == null ? [] : decodeCursor(after, CURSOR, ['uuid']);
  if (subscriptionId != null && (await client.subscription.count({ where: { id: subscriptionId } })) === 0) return null;
  const conditions = [
    ...(subscriptionId == null ? [] : [Prisma.sql`subscription_id = ${subscriptionId}::uuid`]),
    // Written out, because a parameter finds no partial index.
    ...(status == null ? [] : [Prisma.raw(`status = '${status}'`)]),
    ...(last === undefined ? [] : [Prisma.sql`id < ${last}::uuid`]),
  ];
  const found = await client.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM delivery WHERE ${Prisma.join([Prisma.sql`true`, ...conditions], ' AND ')}
    ORDER BY delivery.id DESC LIMIT ${size + 1}`;
  const rows = await client.delivery.findMany({
    // One that is retried in between is no longer what was asked for.
    where: { id: { in: found.slice(0, size).map(({ id }) => id) }, ...(status == null ? {} : { status }) },
    orderBy: { id: 'desc' },
  });
  const end = found.slice(0, size).at(-1);
  return {
    nodes: rows.map(deliveryNode),
    pageInfo: {
      hasNextPage: found.length > size,
      endCursor: end === undefined ? null : encodeCursor(CURSOR, [end.id]),
    },
  };
}

/** @throws CatalogError not_found */
export async function lockDelivery(client: TransactionClient, id: string): Promise<DeliveryNode> {
  await client.$queryRaw`SELECT FROM delivery WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const delivery = await client.delivery.findUnique({ where: { id } });
  if (delivery === null) throw new CatalogError('not_found', `There is no delivery ${id}.`, { parameter: 'id' });
  return deliveryNode(delivery);
}

export function deliveryNode(delivery: Delivery): DeliveryNode {
  const { id, subscriptionId, eventId, kind, status, cycle, attempt, nextAttemptAt, createdAt, completedAt } = delivery;
  return {
    ...{ id, subscriptionId, eventId, status, cycle },
    // A CHECK of the table holds it to these.
    kind: kind as DeliveryKind,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    version: [status, cycle, attempt, nextAttemptAt?.getTime() ?? completedAt?.getTime() ?? 0].join('-'),
  };
}

export function attemptNode({ startedAt, deliveryId: _, ...attempt }: DeliveryAttempt) {
  return { ...attempt, startedAt: startedAt.toISOString() };
}
