import type { Database, TransactionClient } from '../../database/database.ts';

/** The channel on which dispatchers of other processes learn of due deliveries. */
export const DELIVERY_CHANNEL = 'delivery';

/**
 * Notifies dispatchers when the transaction commits (PostgreSQL). With the embedded database the only dispatcher is in
 * this process.
 */
export async function notifyDelivery(database: Pick<Database, 'kind'>, client: TransactionClient): Promise<void> {
  if (database.kind === 'postgresql') await client.$executeRaw`SELECT pg_notify(${DELIVERY_CHANNEL}, '')`;
}

/**
 * Makes a webhook due, because one of its deliveries is: by the clock of the database, which decides what is due.
 * Prisma knows this process's alone.
 */
export async function makeDue(
  database: Pick<Database, 'kind'>,
  client: TransactionClient,
  webhookId: string,
): Promise<void> {
  await client.$executeRaw`
    UPDATE webhook_queue SET due_at = now() WHERE webhook_id = ${webhookId}::uuid AND (due_at IS NULL OR due_at > now())`;
  await notifyDelivery(database, client);
}
