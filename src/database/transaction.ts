import { setTimeout as sleep } from 'node:timers/promises';
import { AmbientValue } from '../base/ambientValue.ts';
import { allowingStatements } from './connection/statementDeadlines.ts';
import type { IsolationLevel, TransactionClient, TransactionOptions } from './database.ts';
import { isConflict } from './databaseFailures.ts';
import type { PrismaClient } from './generated/client.ts';

export interface TransactionSettings {
  /** How long a transaction waits for a connection. */
  readonly maxWaitMs: number;
  /** Whether the server ends a statement that exceeds the transaction's time. */
  readonly endsStatements: boolean;
}

type Work<T> = (client: TransactionClient) => Promise<T>;

interface Ambient {
  readonly root: PrismaClient;
  readonly client: TransactionClient;
  readonly isolationLevel: IsolationLevel | undefined;
  /** False once it has settled: later work (a timer, a floating promise) is outside it. */
  open: boolean;
  /** The failure of a nested call, which fails the whole transaction even when its caller catches it. */
  failure?: { readonly error: unknown };
}

const ambients = new AmbientValue<Ambient>();

const DEFAULT_TIMEOUT_MS = 15_000;
/** How late a server may be in ending a statement before its connection counts as dead. */
const PATIENCE_MS = 2_000;
/** How often a transaction is tried when PostgreSQL aborts it for a deadlock or a serialisation failure. */
const ATTEMPTS = 8;
const LONGEST_PAUSES_MS = [30, 60, 120, 250, 500, 500, 500];

/**
 * The client of the caller's ambient transaction, or undefined.
 * @param root the client of the database in question
 */
export function ambientTransaction(root?: PrismaClient): TransactionClient | undefined {
  return currentAmbient(root)?.client;
}

/** Runs `work` in an ambient transaction; a nested call joins the enclosing one. */
export async function runTransaction<T>(
  root: PrismaClient,
  settings: TransactionSettings,
  work: Work<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const outer = currentAmbient(root);
  if (outer !== undefined) return await join(outer, work, options);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(root, settings, work, options);
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await sleep(Math.random() * (LONGEST_PAUSES_MS[attempt - 1] ?? 0));
    }
  }
}

async function runOnce<T>(
  root: PrismaClient,
  settings: TransactionSettings,
  work: Work<T>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, isolationLevel }: TransactionOptions,
): Promise<T> {
  const run = () =>
    root.$transaction(
      async (client) => {
        // Prisma's own limit refuses only the next statement: one that waits for a lock would wait for ever.
        if (settings.endsStatements) {
          await client.$executeRaw`SELECT set_config('statement_timeout', ${String(timeoutMs)}, true)`;
        }
        const ambient: Ambient = { root, client, isolationLevel, open: true };
        try {
          const result = await ambients.run(ambient, () => work(client));
          if (ambient.failure !== undefined) throw ambient.failure.error;
          return result;
        } finally {
          ambient.open = false;
        }
      },
      { timeout: timeoutMs, maxWait: settings.maxWaitMs, ...(isolationLevel === undefined ? {} : { isolationLevel }) },
    );
  return await allowingStatements(timeoutMs + PATIENCE_MS, run);
}

async function join<T>(outer: Ambient, work: Work<T>, { isolationLevel }: TransactionOptions): Promise<T> {
  if (isolationLevel !== undefined && isolationLevel !== outer.isolationLevel) {
    throw new Error(
      `a transaction of isolation level ${isolationLevel} cannot join one of ${outer.isolationLevel ?? 'the default'}`,
    );
  }
  try {
    return await work(outer.client);
  } catch (error) {
    outer.failure ??= { error };
    throw error;
  }
}

function currentAmbient(root: PrismaClient | undefined): Ambient | undefined {
  const ambient = ambients.current;
  return ambient?.open && (root === undefined || ambient.root === root) ? ambient : undefined;
}
