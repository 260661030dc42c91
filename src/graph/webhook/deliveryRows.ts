import DataLoader from 'dataloader';
import type { TransactionClient } from '../../database/database.ts';
import type { DeliveryAttempt, Prisma } from '../../database/generated/client.ts';
import { notFound } from '../model/errors.ts';
import type { DeliveryKind } from '../model/vocabulary.ts';
import { type LoaderSources, relationLoader } from '../reading/loaders.ts';

const select = {
  ...{ id: true, webhookId: true, eventId: true, kind: true, status: true, cycle: true, attempt: true },
  ...{ nextAttemptAt: true, createdAt: true, completedAt: true, webhook: { select: { endedAt: true } } },
} as const;

/** What stands behind the graph's Delivery; its attempts are read when they are asked for. */
export type DeliveryNode = ReturnType<typeof deliveryNode>;

async function findDeliveries(client: TransactionClient, ids: readonly string[]): Promise<DeliveryNode[]> {
  return (await client.delivery.findMany({ where: { id: { in: [...ids] } }, select })).map(deliveryNode);
}

/** Deliveries by their ids; null where there is none. */
export const deliveryLoader = ({ database }: LoaderSources) =>
  new DataLoader<string, DeliveryNode | null>(async (ids) => {
    const found = new Map((await findDeliveries(database.client, ids)).map((delivery) => [delivery.id, delivery]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Locks a delivery until the transaction ends. @throws CatalogError not_found */
export async function lockDelivery(client: TransactionClient, id: string): Promise<DeliveryNode> {
  await client.$queryRaw`SELECT FROM delivery WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const [delivery] = await findDeliveries(client, [id]);
  if (delivery === undefined) throw notFound('delivery', id);
  return delivery;
}

function deliveryNode(delivery: Prisma.DeliveryGetPayload<{ select: typeof select }>) {
  const { attempt, kind, createdAt, webhook, ...row } = delivery;
  // What waits for a webhook that has ended is cancelled; it is written later (pendingDeliveries).
  const isCancelled = row.status === 'pending' && webhook.endedAt !== null;
  const status = isCancelled ? 'cancelled' : row.status;
  const nextAttemptAt = isCancelled ? null : row.nextAttemptAt;
  const completedAt = isCancelled ? webhook.endedAt : row.completedAt;
  return {
    ...row,
    kind: kind as DeliveryKind,
    status,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    version: [status, row.cycle, attempt, nextAttemptAt?.getTime() ?? completedAt?.getTime() ?? 0].join('-'),
  };
}

/** The attempts of deliveries, in order. */
export const attemptsOfDelivery = ({ database }: LoaderSources) =>
  relationLoader(
    (deliveryIds) =>
      database.client.deliveryAttempt.findMany({
        where: { deliveryId: { in: deliveryIds } },
        orderBy: [{ cycle: 'asc' }, { number: 'asc' }],
      }),
    (attempt) => attempt.deliveryId,
  );

export function attemptNode({ startedAt, deliveryId: _, ...attempt }: DeliveryAttempt) {
  return { ...attempt, startedAt: startedAt.toISOString() };
}
