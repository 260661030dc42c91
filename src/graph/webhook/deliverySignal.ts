import type { Database, TransactionClient } from '../../database/database.ts';

/** On which dispatchers of other processes hear that something is due which no publication brought. */
export const DELIVERY_CHANNEL = 'delivery';

/**
 * Lets dispatchers know when the transaction commits (PostgreSQL); the embedded
 * database has them in this process alone.
 */
export async function notifyDelivery(database: Pick<Database, 'kind'>, client: TransactionClient): Promise<void> {
  if (database.kind === 'postgresql') await client.$executeRaw`SELECT pg_notify(${DELIVERY_CHANNEL}, '')`;
}

/** Makes a webhook due, for a delivery of it is. */
export async function makeDue(
  database: Pick<Database, 'kind'>,
  client: TransactionClient,
  webhookId: string,
): Promise<void> {
  await client.$executeRaw`
    UPDATE webhook_queue SET due_at = now() WHERE webhook_id = ${webhookId}::uuid AND (due_at IS NULL OR due_at > now())`;
  await notifyDelivery(database, client);
}
