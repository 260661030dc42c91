import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_PINGS } from '../model/limits.ts';
import { envelope } from '../publication/envelope.ts';
import { type DeliveryNode, lockDelivery } from './deliveryRows.ts';
import { makeDue } from './deliverySignal.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { lockEnabledWebhook } from './webhookRows.ts';

const MINUTE_MS = 60_000;

/** Sends a test message: one attempt, the same way as events. @throws CatalogError not_found, conflict */
export async function pingWebhook(
  database: Database,
  { wake }: WebhookPorts,
  webhookId: string,
  now: Date,
): Promise<DeliveryNode> {
  const delivery = await database.transaction(async (client) => {
    const { generation } = await lockEnabledWebhook(client, webhookId);
    const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
    const pings = await client.delivery.count({
      where: { webhookId, kind: 'ping', id: { gte: uuidv7({ msecs: aMinuteAgo.getTime(), random: LOWEST }) } },
    });
    if (pings >= LARGEST_PINGS) {
      throw new CatalogError('conflict', `The webhook was pinged ${LARGEST_PINGS} times within a minute: wait.`);
    }
    const eventId = uuidv7();
    const data = { id: webhookId };
    const payload = envelope({ id: eventId, kind: 'ping', occurredAt: now.toISOString(), data });
    const { id } = await client.delivery.create({
      data: {
        ...{ id: uuidv7(), webhookId, eventId, kind: 'ping', payload, nextAttemptAt: now },
        ...{ generation, isUrgent: true },
      },
    });
    await makeDue(database, client, webhookId);
    return await lockDelivery(client, id);
  });
  wake();
  return delivery;
}

const LOWEST = new Uint8Array(16);
