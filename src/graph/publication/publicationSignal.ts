import { randomUUID } from 'node:crypto';
import type { Database, TransactionClient } from '../../database/database.ts';
import type { Publications } from './publications.ts';

const CHANNEL = 'publication';

/** Tells a process's own notifications from those of others: it has heard of its own publications already. */
const PROCESS = randomUUID();

/** Lets the other processes of the installation know, when and if the transaction commits (PostgreSQL). */
export async function notifyPublication(client: TransactionClient): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${CHANNEL}, ${PROCESS})`;
}

/**
 * Calls `wake` after every publication, whichever process made it. A call may be missing (a lost connection, a publisher that died at
 * once) or one too many: it is a reason to look, and a poll belongs behind it.
 * @returns how to stop
 */
export function onPublication(
  database: Database,
  publications: Pick<Publications, 'onCommitted'>,
  wake: () => void,
): () => Promise<void> {
  const off = publications.onCommitted(wake);
  const stopListening = database.listen(CHANNEL, (from) => {
    if (from !== PROCESS) wake();
  });
  return async () => {
    off();
    await stopListening();
  };
}
