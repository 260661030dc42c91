import { randomUUID } from 'node:crypto';
import type { Database, TransactionClient } from '../../database/database.ts';

const CHANNEL = 'publication';

/** Identifies a process's own notifications: it already knows of its own publications. */
const THIS_PROCESS = randomUUID();

/** Notifies the installation's other processes if and when the transaction commits (PostgreSQL). */
export async function notifyProcesses(client: TransactionClient, channel: string, payload: string): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
}

/** As notifyProcesses, of a publication. */
export async function notifyPublication(client: TransactionClient): Promise<void> {
  await notifyProcesses(client, CHANNEL, THIS_PROCESS);
}

/**
 * Calls `wake` after every publication of any process. Calls can be missing (a lost connection, a publisher that died)
 * or superfluous: `wake` should poll, and a regular poll must back it up.
 * @param publications of this process
 * @returns a function that stops it
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
