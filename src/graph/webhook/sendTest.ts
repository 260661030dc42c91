import { v7 as uuidv7 } from 'uuid';
import type { Database, TransactionClient } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { storedKind } from '../model/eventKinds.ts';
import { LARGEST_TESTS } from '../model/limits.ts';
import { lowestIdAt } from '../model/lowestId.ts';
import { DELIVERY_KINDS, type DeliveryKind, type EventKind } from '../model/vocabulary.ts';
import { envelope } from '../publication/envelope.ts';
import { type DeliveryNode, lockDelivery } from './deliveryRows.ts';
import { notifyDelivery } from './deliverySignal.ts';
import type { WebhookPorts } from './webhookPorts.ts';
import { lockEnabledWebhook } from './webhookRows.ts';

const MINUTE_MS = 60_000;

/** Sends a test message: one attempt, the same way as events. @throws CatalogError not_found, conflict */
export async function pingWebhook(
  database: Database,
  ports: WebhookPorts,
  webhookId: string,
  now: Date,
): Promise<DeliveryNode> {
  return await sendTest(database, ports, webhookId, now, async () => {
    const eventId = uuidv7();
    const data = { id: webhookId };
    return {
      eventId,
      kind: 'ping',
      payload: envelope({ id: eventId, kind: 'ping', occurredAt: now.toISOString(), data }),
    };
  });
}

/**
 * Sends the newest event of a kind as a test: its frozen bytes, hence its `id`, in a delivery of its own. The webhook
 * need not read that kind.
 * @throws CatalogError not_found, conflict; also conflict where no event of the kind was ever published
 */
export async function testWebhook(
  database: Database,
  ports: WebhookPorts,
  { id, kind }: { readonly id: string; readonly kind: EventKind },
  now: Date,
): Promise<DeliveryNode> {
  return await sendTest(database, ports, id, now, async (client) => {
    const event = await client.event.findFirst({
      where: { kind: storedKind(kind) },
      orderBy: [{ kind: 'desc' }, { position: 'desc' }],
      select: { id: true, payload: true },
    });
    if (event === null) {
      throw new CatalogError('conflict', `No event of kind ${kind} was published yet: test another kind, or ping.`);
    }
    return { eventId: event.id, kind, payload: event.payload };
  });
}

/** A message that tests a receiver. */
interface TestMessage {
  /** The `id` in the payload. */
  readonly eventId: string;
  readonly kind: DeliveryKind;
  readonly payload: string;
}

/**
 * Sends a message that the delivery itself holds, in one attempt, ahead of pending deliveries.
 * @param read reads or makes the message, in the transaction that stores it
 * @throws CatalogError not_found; conflict when the webhook is disabled or was tested too often
 */
async function sendTest(
  database: Database,
  { wake }: WebhookPorts,
  webhookId: string,
  now: Date,
  read: (client: TransactionClient) => Promise<TestMessage>,
): Promise<DeliveryNode> {
  const delivery = await database.transaction(async (client) => {
    const { generation } = await lockEnabledWebhook(client, webhookId);
    const aMinuteAgo = now.getTime() - MINUTE_MS;
    const tests = await client.delivery.count({
      where: { webhookId, kind: { in: [...DELIVERY_KINDS] }, eventPosition: null, id: { gte: lowestIdAt(aMinuteAgo) } },
    });
    if (tests >= LARGEST_TESTS) {
      throw new CatalogError('conflict', `The webhook was tested ${LARGEST_TESTS} times within a minute: wait.`);
    }
    const { id } = await client.delivery.create({
      data: {
        id: uuidv7(),
        webhookId,
        ...(await read(client)),
        nextAttemptAt: now,
        generation,
        isUrgent: true,
      },
    });
    await notifyDelivery(database, client);
    return await lockDelivery(client, id);
  });
  wake();
  return delivery;
}
