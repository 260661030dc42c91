import type { Database } from '../database/database.ts';
import type { Publications } from '../graph/publication/publications.ts';
import { notifyDelivery } from '../graph/webhook/deliverySignal.ts';

/**
 * Subscribes webhooks to the publication hook, which Prisma's extension runs in each publication's transaction
 * (`graph/publication/publicationExtension.ts`): if and when it commits, the dispatchers of all processes wake. Nothing
 * is written for webhooks: each reads the events from its position in the log.
 */
export function subscribeWebhooks(database: Pick<Database, 'kind'>, publications: Pick<Publications, 'on'>): void {
  publications.on('published', (client) => notifyDelivery(database, client));
}
