import type { Database, TransactionClient } from '../../database/database.ts';
import { notifyProcesses } from '../publication/publicationSignal.ts';

/** The channel on which dispatchers of other processes learn of due deliveries. */
export const DELIVERY_CHANNEL = 'delivery';

/**
 * Notifies dispatchers when the transaction commits (PostgreSQL). With the embedded database the only dispatcher is in
 * this process.
 */
export async function notifyDelivery(database: Pick<Database, 'kind'>, client: TransactionClient): Promise<void> {
  if (database.kind === 'postgresql') await notifyProcesses(client, DELIVERY_CHANNEL, '');
}
