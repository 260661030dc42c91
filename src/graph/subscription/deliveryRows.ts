import type { TransactionClient } from '../../database/database.ts';
import { type DeliveryAttempt, Prisma } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import type { DeliveryKind, DeliveryStatus } from '../model/vocabulary.ts';

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

/** As its table has it. */
interface DeliveryRow extends Omit<DeliveryNode, 'nextAttemptAt' | 'createdAt' | 'completedAt' | 'version'> {
  readonly attempt: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  /** Of its subscription. */
  readonly endedAt: Date | null;
}

/** Deliveries with these ids, newest first. @param ids a query that yields one column, `id` */
export async function selectDeliveries(client: TransactionClient, ids: Prisma.Sql): Promise<DeliveryNode[]> {
  const rows = await client.$queryRaw<DeliveryRow[]>`
    WITH found AS MATERIALIZED (${ids})
    SELECT d.id::text AS id, d.subscription_id::text AS "subscriptionId", d.event_id::text AS "eventId", d.kind,
      d.status::text AS status, d.cycle, d.attempt, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt",
      d.completed_at AS "completedAt", s.ended_at AS "endedAt"
    FROM found JOIN delivery d ON d.id = found.id JOIN subscription s ON s.id = d.subscription_id ORDER BY d.id DESC`;
  return rows.map(deliveryNode);
}

/** One delivery; null when there is none. */
export async function findDelivery(client: TransactionClient, id: string): Promise<DeliveryNode | null> {
  const [delivery] = await selectDeliveries(client, Prisma.sql`SELECT ${id}::uuid AS id`);
  return delivery ?? null;
}

/** Holds a delivery until the transaction ends. @throws CatalogError not_found */
export async function lockDelivery(client: TransactionClient, id: string): Promise<DeliveryNode> {
  await client.$queryRaw`SELECT FROM delivery WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const delivery = await findDelivery(client, id);
  if (delivery === null) throw new CatalogError('not_found', `There is no delivery ${id}.`, { parameter: 'id' });
  return delivery;
}

function deliveryNode({ attempt, endedAt, createdAt, ...row }: DeliveryRow): DeliveryNode {
  // What waits for a subscription that has ended is cancelled; it is written later (pendingDeliveries).
  const isCancelled = row.status === 'pending' && endedAt !== null;
  const status = isCancelled ? 'cancelled' : row.status;
  const nextAttemptAt = isCancelled ? null : row.nextAttemptAt;
  const completedAt = isCancelled ? endedAt : row.completedAt;
  return {
    ...row,
    status,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    version: [status, row.cycle, attempt, nextAttemptAt?.getTime() ?? completedAt?.getTime() ?? 0].join('-'),
  };
}

export function attemptNode({ startedAt, deliveryId: _, ...attempt }: DeliveryAttempt) {
  return { ...attempt, startedAt: startedAt.toISOString() };
}
