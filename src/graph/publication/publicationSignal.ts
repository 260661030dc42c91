import { randomUUID } from 'node:crypto';
import type { TransactionClient } from '../../database/database.ts';

export const PUBLICATION_CHANNEL = 'publication';

/** Tells a process's own notifications from those of others: it has heard of its own publications already. */
export const THIS_PROCESS = randomUUID();

/** Lets the other processes of the installation know, when and if the transaction commits (PostgreSQL). */
export async function notifyPublication(client: TransactionClient): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${PUBLICATION_CHANNEL}, ${THIS_PROCESS})`;
}
