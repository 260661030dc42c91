import { AsyncLocalStorage } from 'node:async_hooks';
import type { TransactionClient } from './database.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';

const ambient = new AsyncLocalStorage<TransactionClient>();

/** How often a transaction is tried that PostgreSQL undid for a deadlock or a serialisation failure. */
const ATTEMPTS = 5;

/** The client of the transaction that the caller runs in, or undefined outside one. */
export function ambientTransaction(): TransactionClient | undefined {
  return ambient.getStore();
}

/** Runs `work` in a transaction that is ambient until it settles; a nested call joins the one under way. */
export async function runTransaction<T>(
  root: PrismaClient,
  work: (client: TransactionClient) => Promise<T>,
  { timeoutMs = 15_000 }: { readonly timeoutMs?: number } = {},
): Promise<T> {
  const outer = ambient.getStore();
  if (outer !== undefined) return work(outer);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await root.$transaction((client) => ambient.run(client, () => work(client)), {
        timeout: timeoutMs,
        maxWait: timeoutMs,
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt));
    }
  }
}

/** P2034: a write conflict or a deadlock (40001, 40P01); raw statements carry PostgreSQL's own code. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2034' || /\b(40001|40P01)\b/.test(`${JSON.stringify(error.meta ?? {})} ${error.message}`);
}
