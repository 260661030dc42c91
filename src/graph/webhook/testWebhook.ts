import type { Database } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { storedKind } from '../model/eventKinds.ts';
import type { EventKind } from '../model/vocabulary.ts';
import type { DeliveryNode } from './deliveryRows.ts';
import { sendTest } from './sendTest.ts';
import type { WebhookPorts } from './webhookPorts.ts';

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
