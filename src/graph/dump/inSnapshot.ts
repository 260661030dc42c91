import { isDeepStrictEqual } from 'node:util';
import { allowingStatements } from '../../database/connection/statementDeadlines.ts';
import type { Database, TransactionClient } from '../../database/database.ts';
import { whileLocked } from '../../database/whileLocked.ts';
import { CatalogError } from '../model/errors.ts';

/** The lock of the one process that makes a dump: an arbitrary pair. */
const LOCK = { key: [0x64_75_6d_70, 1], name: 'the lock of the dump' } as const;

/** Longer than a dump of any catalogue takes. */
const LONGEST_MS = 6 * 3_600_000;

/** How long it waits for a connection. */
const LONGEST_WAIT_MS = 30_000;

/** The attempts at a snapshot of the embedded database. */
const ATTEMPTS = 3;

/**
 * Runs `work` over one snapshot of the database, in one process of the installation at a time.
 *
 * On PostgreSQL it is a transaction, which delays no others while it only reads; it is not ambient, so that `work` can
 * write elsewhere. On the embedded database a transaction would block readers, which share its only connection: there
 * each statement runs by itself, and `work` starts again when the catalogue has changed since its beginning.
 * @param finish called with the result of consistent work, before another process may begin
 * @returns that result
 * @throws CatalogError conflict while another process works, or when the catalogue keeps changing
 */
export async function inSnapshot<T>(
  database: Database,
  work: (client: TransactionClient) => Promise<T>,
  finish: (result: T) => Promise<void> = async () => {},
): Promise<T> {
  const snapshot = { isolationLevel: 'RepeatableRead', timeout: LONGEST_MS, maxWait: LONGEST_WAIT_MS } as const;
  const inTransaction = () => allowingStatements(LONGEST_MS, () => database.root.$transaction(work, snapshot));
  const run = async () => {
    const result = await (database.kind === 'embedded' ? unchanged(database.client, work) : inTransaction());
    await finish(result);
    return result;
  };
  // Settled inside, so that the lock is given back by a statement: with a closed session it is given back some time.
  let settled: readonly PromiseSettledResult<T>[] = [];
  await whileLocked(database, LOCK, async () => {
    settled = await Promise.allSettled([run()]);
  });
  const [outcome] = settled;
  if (outcome === undefined) throw new CatalogError('conflict', 'Another process is making the dump: wait for it.');
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function unchanged<T>(client: TransactionClient, work: (client: TransactionClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await stateOf(client);
    const result = await work(client);
    if (isDeepStrictEqual(before, await stateOf(client))) return result;
  }
  throw new CatalogError('conflict', 'The catalogue keeps changing: try again when the import has ended.');
}

/** Any change of an anime or episode raises its change version, which is higher than every earlier one. */
async function stateOf(client: TransactionClient): Promise<unknown> {
  const facts = { _count: true, _max: { version: true } } as const;
  return [
    await client.publicationHead.findMany(),
    await client.anime.aggregate(facts),
    await client.episode.aggregate(facts),
  ];
}
