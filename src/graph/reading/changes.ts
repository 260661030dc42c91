import { Prisma } from '../../database/generated/client.ts';
import type { EntityKey } from './entityFields.ts';
import type { Page } from './keyset.ts';
import { type Loaders, sharedLoader } from './loaders.ts';

/** A page of entities in the order in which they last changed. */
export interface ChangePage extends Page<EntityKey> {
  /** Of the last page: everything that changed earlier was listed. */
  readonly until: string | null;
}

/**
 * Transactions show in pg_locks from their first change of an anime or episode on, with the second of their start
 * (prisma/functions/anime_note_change.sql). Read before the list: a transaction that is not there any more is visible
 * to the statement that follows, and one that comes after `statement_timestamp()` draws later versions. Prisma knows
 * neither pg_locks nor the clock of a statement.
 */
const horizonLoader = sharedLoader(async (client, keys) => {
  const [row] = await client.$queryRaw<{ horizon: bigint }[]>(Prisma.sql`
    SELECT least(min(l.objid::bigint) * 1000000, microseconds(statement_timestamp()))::bigint AS horizon
    FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid::bigint = 7321 AND l.objsubid = 1
      AND l.granted`);
  return new Map(keys.map((key) => [key, row?.horizon ?? 0n]));
});

/**
 * The entities that changed at or after an instant, up to the horizon. Change versions are instants in microseconds,
 * drawn before the commit: a list that ended at the newest version would skip those of transactions that were still
 * open. So it ends before the oldest open transaction that has changed anything.
 */
export async function changesWhere(loaders: Loaders, since: string | null | undefined) {
  const horizon = (await loaders.of(horizonLoader).load('now')) ?? 0n;
  const from = since ? { gte: BigInt(Date.parse(since)) * 1000n } : {};
  return { horizon, where: { version: { ...from, lt: horizon } } };
}

/** The page, with the instant that the list has reached. @param horizon in microseconds since 1970 */
export function changesPage(page: Page<EntityKey>, horizon: bigint): ChangePage {
  return { ...page, until: page.pageInfo.hasNextPage ? null : new Date(Number(horizon / 1000n)).toISOString() };
}
