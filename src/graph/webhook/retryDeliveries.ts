import type { Database, TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { CatalogError, notFound } from '../model/errors.ts';
import { MANUAL_CYCLES } from '../model/limits.ts';
import { type DeliveryNode, lockDelivery } from './deliveryRows.ts';
import { notifyDelivery } from './deliverySignal.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { lockEnabledWebhook, type WebhookNode } from './webhookRows.ts';

/** @throws CatalogError not_found; conflict when it has not failed, was retried too often or its webhook is disabled */
export async function retryDelivery(database: Database, { wake }: WebhookPorts, id: string): Promise<DeliveryNode> {
  const retried = await database.transaction(async (client) => {
    const delivery = await client.delivery.findUnique({ where: { id }, select: { webhookId: true } });
    if (delivery === null) throw notFound('delivery', id);
    const { webhookId } = delivery;
    const { generation } = await lockEnabledWebhook(client, webhookId);
    const { isTest, status, cycle } = await lockDelivery(client, id);
    if (status !== 'failed')
      throw new CatalogError('conflict', `The delivery is ${status}: only a failed one is retried.`);
    if (isTest) throw new CatalogError('conflict', 'A test is never retried: send another.');
    if (cycle >= MANUAL_CYCLES) {
      throw new CatalogError('conflict', `The delivery has been retried ${MANUAL_CYCLES} times already.`);
    }
    const again = { status: 'pending', cycle: cycle + 1, attempt: 0, completedAt: null, isUrgent: true } as const;
    await client.delivery.update({ where: { id }, data: { ...again, generation, nextAttemptAt: new Date() } });
    await notifyDelivery(database, client);
    return await lockDelivery(client, id);
  });
  wake();
  return retried;
}

/** Deliveries of one transaction: a publication or a stop waits for one transaction at most. */
const BATCH = 1_000;

/**
 * Retries every failed delivery that can be retried.
 * @throws CatalogError not_found, conflict when the webhook is disabled
 */
export async function retryFailedDeliveries(
  database: Database,
  { wake }: WebhookPorts,
  webhookId: string,
  since: Date,
): Promise<{ readonly retried: number; readonly exhausted: number }> {
  let [retried, exhausted] = [0, 0];
  let after: string | null = null;
  do {
    const last: string | null = after;
    const batch = await database.transaction(async (client) => {
      const webhook = await lockEnabledWebhook(client, webhookId);
      const tried = await retryBatch(client, webhook, since, last);
      if (tried.retried > 0) await notifyDelivery(database, client);
      return tried;
    });
    if (batch.retried > 0) wake();
    retried += batch.retried;
    exhausted += batch.exhausted;
    after = batch.last;
  } while (after !== null);
  return { retried, exhausted };
}

interface RetriedBatch {
  readonly retried: number;
  readonly exhausted: number;
  /** The last one of the batch; null when none is left. */
  readonly last: string | null;
}

/**
 * The next batch of a webhook's failed deliveries, newest first; the webhook is locked. One statement for a thousand
 * rows, which Prisma would read, and write by their ids.
 */
async function retryBatch(
  client: TransactionClient,
  { id: webhookId, generation }: WebhookNode,
  since: Date,
  after: string | null,
): Promise<RetriedBatch> {
  const following = after === null ? Prisma.empty : Prisma.sql`AND id < ${after}::uuid`;
  const [batch] = await client.$queryRaw<RetriedBatch[]>`
    WITH looked AS MATERIALIZED (
      SELECT id, cycle, event_position IS NOT NULL AND completed_at >= ${since} AS is_asked_for FROM delivery
      WHERE webhook_id = ${webhookId}::uuid AND status = 'failed' ${following} ORDER BY id DESC LIMIT ${BATCH}
    ), retried AS (
      UPDATE delivery SET status = 'pending', cycle = cycle + 1, attempt = 0, next_attempt_at = now(), completed_at = NULL,
        generation = ${generation}::int
      WHERE id = ANY (ARRAY(SELECT id FROM looked WHERE is_asked_for AND cycle < ${MANUAL_CYCLES})) AND status = 'failed'
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM retried)::int AS retried,
      count(*) FILTER (WHERE is_asked_for AND cycle >= ${MANUAL_CYCLES})::int AS exhausted,
      CASE WHEN count(*) = ${BATCH} THEN (array_agg(id ORDER BY id))[1]::text END AS last
    FROM looked`;
  if (batch === undefined) throw new Error('an aggregate has no row');
  return batch;
}
