import type { Database } from '../database/database.ts';
import type { Publications } from '../graph/publication/publications.ts';
import { notifyDelivery } from '../graph/webhook/deliverySignal.ts';

/**
 * From now on every publication of this process wakes the dispatchers of all processes, when and if it commits. It
 * writes nothing for webhooks: each reads the events from its place in the log.
 */
export function subscribeWebhooks(database: Pick<Database, 'kind'>, publications: Pick<Publications, 'on'>): void {
  publications.on('published', (client) => notifyDelivery(database, client));
}
