import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransactionClient } from './database.ts';

const ambient = new AsyncLocalStorage<TransactionClient>();

/** The client of the transaction that the caller runs in, or undefined outside one. */
export function ambientTransaction(): TransactionClient | undefined {
  return ambient.getStore();
}

/** Runs `work` with `client` as its ambient transaction. */
export function runInTransaction<T>(client: TransactionClient, work: () => Promise<T>): Promise<T> {
  return ambient.run(client, work);
}
