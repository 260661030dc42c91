import type { Database, TransactionClient } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { MANUAL_CYCLES } from '../model/limits.ts';
import { type DeliveryNode, lockDelivery } from './deliveryRows.ts';
import { notifyDelivery } from './deliverySignal.ts';
import { lockSubscription } from './subscriptionRows.ts';
import type { WebhookPorts } from './webhookPorts.ts';

/** @throws CatalogError not_found; conflict when it has not failed, was retried too often or its subscription is disabled */
export async function retryDelivery(database: Database, { wake }: WebhookPorts, id: string): Promise<DeliveryNode> {
  const retried = await database.transaction(async (client) => {
    const subscriptionId = await subscriptionOf(client, id);
    requireEnabled(await lockSubscription(client, subscriptionId));
    const { kind, status, cycle } = await lockDelivery(client, id);
    if (status !== 'failed')
      throw new CatalogError('conflict', `The delivery is ${status}: only a failed one is retried.`);
    if (kind === 'ping') throw new CatalogError('conflict', 'A ping is never retried: send another.');
    if (cycle >= MANUAL_CYCLES) {
      throw new CatalogError('conflict', `The delivery has been retried ${MANUAL_CYCLES} times already.`);
    }
    await client.$executeRaw`
      UPDATE delivery SET status = 'pending', cycle = cycle + 1, attempt = 0, next_attempt_at = clock_timestamp(), completed_at = NULL
      WHERE id = ${id}::uuid`;
    await notifyDelivery(database, client);
    return await lockDelivery(client, id);
  });
  wake();
  return retried;
}

async function subscriptionOf(client: TransactionClient, id: string): Promise<string> {
  const delivery = await client.delivery.findUnique({ where: { id }, select: { subscriptionId: true } });
  if (delivery === null) throw new CatalogError('not_found', `There is no delivery ${id}.`, { parameter: 'id' });
  return delivery.subscriptionId;
}

/** Each batch is a transaction: a publication, or a stop, waits for one at most. */
const BATCH = 1_000;

/** Begins every failed delivery again that can be. @throws CatalogError not_found, conflict when the subscription is disabled */
export async function retryFailedDeliveries(
  database: Database,
  { wake }: WebhookPorts,
  subscriptionId: string,
  since: Date,
): Promise<{ readonly retried: number; readonly exhausted: number }> {
  const until = new Date();
  const retryBatch = () =>
    database.transaction(async (client) => {
      requireEnabled(await lockSubscription(client, subscriptionId));
      const count = await client.$executeRaw`
        UPDATE delivery SET status = 'pending', cycle = cycle + 1, attempt = 0, next_attempt_at = clock_timestamp(), completed_at = NULL
        WHERE id IN (
          SELECT id FROM delivery
          WHERE subscription_id = ${subscriptionId}::uuid AND status = 'failed' AND kind <> 'ping' AND cycle < ${MANUAL_CYCLES}
            AND completed_at >= ${since} AND completed_at <= ${until}
          LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
        )`;
      if (count > 0) await notifyDelivery(database, client);
      return count;
    });
  let retried = 0;
  for (let count = await retryBatch(); count > 0; count = count < BATCH ? 0 : await retryBatch()) {
    retried += count;
    wake();
  }
  const exhausted = await database.client.delivery.count({
    where: {
      ...{ subscriptionId, status: 'failed', cycle: { gte: MANUAL_CYCLES } },
      completedAt: { gte: since, lte: until },
    },
  });
  return { retried, exhausted };
}

function requireEnabled({ status }: { readonly status: string }): void {
  if (status === 'enabled') return;
  throw new CatalogError('conflict', 'The subscription is disabled: enable it first.');
}
