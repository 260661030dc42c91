import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { envelope } from '../publication/envelope.ts';
import type { DeliveryNode } from './deliveryRows.ts';
import { sendTest } from './sendTest.ts';
import type { WebhookPorts } from './webhookPorts.ts';

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
