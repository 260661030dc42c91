import { Prisma } from '../../database/generated/client.ts';
import type { DeliveryStatus } from '../model/vocabulary.ts';
import { waitingInLog } from './waitingDeliveries.ts';

/** A page of deliveries, newest first. */
export interface AskedIds {
  readonly status: DeliveryStatus | null;
  /** The last of the page before. */
  readonly last: string | null;
  readonly limit: number;
}

/**
 * The ids of a page: of what has a row and what waits in the log. What waited for a webhook that has ended since is
 * cancelled.
 * @param webhook an expression of its id; absent: of all
 */
export function idsOf(asked: AskedIds, webhook?: Prisma.Sql): Prisma.Sql {
  const { status, last, limit } = asked;
  const stored = storedIds(asked, webhook);
  const waiting = waitingInLog(limit, last, webhook);
  if (status === null) return either([stored, waiting], limit);
  if (status === 'pending')
    return either([pendingIds(asked, Prisma.sql`(SELECT s.generation)`, webhook), waiting], limit);
  if (status === 'cancelled')
    return either([stored, pendingIds(asked, Prisma.sql`generate_series(0, s.generation - 1)`, webhook)], limit);
  return stored;
}

function either([one, other]: readonly [Prisma.Sql, Prisma.Sql], limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT id FROM ((${one}) UNION ALL (${other})) either ORDER BY id DESC LIMIT ${limit}`;
}

function storedIds({ status, last, limit }: AskedIds, webhook?: Prisma.Sql): Prisma.Sql {
  const conditions = [
    Prisma.sql`true`,
    ...(webhook === undefined ? [] : [Prisma.sql`d.subscription_id = ${webhook}`]),
    // Written out, because a parameter finds no partial index.
    ...(status === null ? [] : [Prisma.raw(`d.status = '${status}'`)]),
    ...(last === null ? [] : [Prisma.sql`d.id < ${last}::uuid`]),
  ];
  return Prisma.sql`
    SELECT d.id FROM delivery d WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY d.id DESC LIMIT ${limit}`;
}

/**
 * Of each webhook as many as a page holds: however many wait, no more of them are read.
 * @param generations those of the webhook that are meant
 */
function pendingIds({ last, limit }: AskedIds, generations: Prisma.Sql, webhook?: Prisma.Sql): Prisma.Sql {
  const ofOne = webhook === undefined ? Prisma.empty : Prisma.sql`WHERE s.id = ${webhook}`;
  const following = last === null ? Prisma.empty : Prisma.sql`AND d.id < ${last}::uuid`;
  return Prisma.sql`
    SELECT waiting.id FROM subscription s CROSS JOIN LATERAL ${generations} g (number) CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d
      WHERE d.subscription_id = s.id AND d.status = 'pending' AND d.generation = g.number ${following}
      ORDER BY d.id DESC LIMIT ${limit}
    ) waiting
    ${ofOne} ORDER BY waiting.id DESC LIMIT ${limit}`;
}
