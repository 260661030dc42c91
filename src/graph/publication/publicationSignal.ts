import { randomUUID } from 'node:crypto';
import type { Database, TransactionClient } from '../../database/database.ts';

const CHANNEL = 'publication';

/** Distinguishes a process's own notifications from those of others: it has heard of its own publications already. */
const THIS_PROCESS = randomUUID();

/** Lets the other processes of the installation know, when and if the transaction commits (PostgreSQL). */
export async function notifyPublication(client: TransactionClient): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${CHANNEL}, ${THIS_PROCESS})`;
}

/**
 * Calls `wake` after every publication, whichever process made it. A call may be missing (a lost connection, a
 * publisher that died at once) or one too many: it is a reason to poll, and a poll belongs behind it.
 * @param publications of this process
 * @returns how to stop
 */
export function onPublication(
  database: Database,
  publications: { onCommitted(listener: () => void): () => void },
  wake: () => void,
): () => Promise<void> {
  const off = publications.onCommitted(wake);
  const stopListening = database.listen(CHANNEL, (from) => {
    if (from !== THIS_PROCESS) wake();
  });
  return async () => {
    off();
    await stopListening();
  };
}
