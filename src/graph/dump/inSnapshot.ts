import { isDeepStrictEqual } from 'node:util';
import type { Database, TransactionClient } from '../../database/database.ts';
import { allowingStatements } from '../../database/statementDeadlines.ts';
import { CatalogError } from '../model/errors.ts';

/** The lock of the one process that makes a dump: an arbitrary pair. */
const LOCK = [0x64_75_6d_70, 1] as const;

/** Longer than a dump of any catalogue takes. */
const LONGEST_MS = 6 * 3_600_000;

/** How long it waits for a connection. */
const LONGEST_WAIT_MS = 30_000;

/** The attempts at a snapshot of the embedded database. */
const ATTEMPTS = 3;

/**
 * Runs `work` over one snapshot of the database, in one process of the installation at a time.
 *
 * On PostgreSQL it is a read-only transaction, which delays no others; it is not ambient, so that `work` can write
 * elsewhere. On the embedded database a transaction would block readers, which share its only connection: there each
 * statement runs by itself, and `work` starts again when the catalogue has changed since its beginning.
 * @param finish called with the result of consistent work, before another process may begin
 * @returns that result
 * @throws CatalogError conflict while another process works, or when the catalogue keeps changing
 */
export async function inSnapshot<T>(
  database: Database,
  work: (client: TransactionClient) => Promise<T>,
  finish: (result: T) => Promise<void> = async () => {},
): Promise<T> {
  if (database.kind === 'embedded') {
    const result = await unchanged(database.client, work);
    await finish(result);
    return result;
  }
  const snapshot = { isolationLevel: 'RepeatableRead', timeout: LONGEST_MS, maxWait: LONGEST_WAIT_MS } as const;
  const run = () =>
    database.root.$transaction(async (client) => {
      // Neither is there in Prisma.
      await client.$executeRaw`SET TRANSACTION READ ONLY`;
      const [row] = await client.$queryRaw<{ locked: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${LOCK[0]}::int, ${LOCK[1]}::int) AS locked`;
      if (!row?.locked) throw new CatalogError('conflict', 'Another process is making the dump: wait for it.');
      const result = await work(client);
      await finish(result);
      return result;
    }, snapshot);
  return await allowingStatements(LONGEST_MS, run);
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
