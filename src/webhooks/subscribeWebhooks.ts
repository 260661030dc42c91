import type { Database } from '../database/database.ts';
import type { Publications } from '../graph/publication/publications.ts';
import { notifyDelivery } from '../graph/webhook/deliverySignal.ts';

/**
 * Makes every publication of this process wake the dispatchers of all processes, if and when it commits. Nothing is
 * written for webhooks: each reads the events from its position in the log.
 */
export function subscribeWebhooks(database: Pick<Database, 'kind'>, publications: Pick<Publications, 'on'>): void {
  publications.on('published', (client) => notifyDelivery(database, client));
}
