import type { Database, TransactionClient } from '../../database/database.ts';

/**
 * Publications run one after the other anyway, behind the lock of the head. Those that wait keep no more connections than this from
 * the reads of the process; on the embedded database, which has one, a read waits for one publication at most.
 */
const CONNECTIONS = { postgresql: 3, embedded: 1 } as const;

interface Turns {
  free: number;
  readonly waiting: (() => void)[];
}

const turnsOf = new WeakMap<Database, Turns>();

/** Runs a publishing transaction when it is this one's turn in the process. */
export async function inPublishingTurn<T>(
  database: Database,
  work: (client: TransactionClient) => Promise<T>,
  options?: { readonly timeoutMs?: number },
): Promise<T> {
  let turns = turnsOf.get(database);
  if (turns === undefined) {
    turns = { free: CONNECTIONS[database.kind], waiting: [] };
    turnsOf.set(database, turns);
  }
  if (turns.free > 0) turns.free -= 1;
  else await new Promise<void>((resolve) => turns?.waiting.push(resolve));
  try {
    return await database.transaction(work, options);
  } finally {
    // Handed on directly: nobody who comes later gets before those who wait.
    const next = turns.waiting.shift();
    if (next === undefined) turns.free += 1;
    else next();
  }
}
