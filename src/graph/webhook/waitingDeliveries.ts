import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import type { DeliveryKind } from '../model/vocabulary.ts';

/** A delivery that waits in the log of events, without a row: its webhook's place lies before the event. */
export interface WaitingDelivery {
  /** Derived from webhook and event (delivery_id_of). */
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly kind: string;
  readonly isTest: false;
  readonly status: 'pending';
  readonly cycle: 0;
  readonly attempt: 0;
  readonly nextAttemptAt: Date;
  readonly createdAt: Date;
  readonly completedAt: null;
}

/** The deliveries with these ids that wait in the log. */
export async function findWaiting(client: TransactionClient, ids: readonly string[]): Promise<WaitingDelivery[]> {
  const rows = await client.$queryRaw<Pick<WaitingDelivery, 'id' | 'webhookId' | 'eventId' | 'kind' | 'createdAt'>[]>`
    SELECT asked.id::text AS id, q.webhook_id::text AS "webhookId", e.id::text AS "eventId", e.kind::text AS kind, e.occurred_at AS "createdAt"
    FROM unnest(${ids}::uuid[]) asked (id)
    JOIN webhook_queue q ON delivery_webhook_bits(q.webhook_id) = delivery_webhook_bits(asked.id)
    CROSS JOIN LATERAL (
      SELECT e.* FROM event e
      WHERE e.id BETWEEN (left(asked.id::text, 13) || '-0000-0000-000000000000')::uuid AND (left(asked.id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
      -- By their ids, not by kind: however many wait, those that are asked for are read.
      OFFSET 0
    ) e
    WHERE e.position > q.position AND delivery_id_of(q.webhook_id, e.id, e.position) = asked.id
      AND EXISTS (SELECT FROM webhook_log(q.webhook_id, e.position - 1, 1, false) l WHERE l.id = e.id)`;
  return rows.map((row) => ({
    ...row,
    ...{ isTest: false, status: 'pending', cycle: 0, attempt: 0, nextAttemptAt: row.createdAt, completedAt: null },
  }));
}

interface AskedOfLog {
  readonly kind: DeliveryKind | null;
  readonly event: string | null;
  /** RFC 3339: events of this instant or later, whose ids are not below `earliest`. */
  readonly since: string | null;
  readonly earliest: string | null;
  /** Only ids below this one. */
  readonly last: string | null;
  readonly limit: number;
}

/**
 * The ids of deliveries that wait in the log, newest first.
 * @param webhook an expression of its id; absent: of all
 */
export function waitingInLog(
  { kind, event, since, earliest, last, limit }: AskedOfLog,
  webhook?: Prisma.Sql,
): Prisma.Sql {
  const readers =
    webhook === undefined
      ? Prisma.sql`q.position < (SELECT h.position FROM publication_head h WHERE h.id = 1)`
      : Prisma.sql`q.webhook_id = ${webhook}`;
  // The times in events' ids rise with their positions: no event of a later millisecond stands before one of the last
  // id's.
  const following =
    last === null
      ? Prisma.empty
      : Prisma.sql`
        AND e.position < coalesce((
          SELECT l.position FROM event l WHERE l.id > (left(${last}, 13) || '-ffff-ffff-ffffffffffff')::uuid ORDER BY l.id LIMIT 1
        ), 9223372036854775807)
        AND delivery_id_of(q.webhook_id, e.id, e.position) < ${last}::uuid`;
  const ofEvent = event === null ? Prisma.empty : Prisma.sql`AND e.id = ${event}::uuid`;
  const recent =
    earliest === null
      ? Prisma.empty
      : Prisma.sql`
        AND e.position >= coalesce((SELECT l.position FROM event l WHERE l.id >= ${earliest}::uuid ORDER BY l.id LIMIT 1), 9223372036854775807)
        AND e.occurred_at >= ${since}::timestamptz`;
  const ofKind = kind === null ? Prisma.empty : Prisma.sql`AND k.kind::text = ${kind}`;
  const newest = Prisma.sql`
    ${following} ${ofEvent} ${recent}
          AND (SELECT true FROM delivery d WHERE d.id = delivery_id_of(q.webhook_id, e.id, e.position)) IS NULL
        ORDER BY e.position DESC LIMIT ${limit}`;
  return Prisma.sql`
    SELECT waiting.id FROM webhook_queue q CROSS JOIN LATERAL (
      SELECT delivery_id_of(q.webhook_id, e.id, e.position) AS id FROM (
        SELECT e.* FROM webhook_kind k CROSS JOIN LATERAL (
          SELECT e.id, e.position FROM event e
          WHERE e.kind = k.kind AND e.position > greatest(k.all_after, q.position) ${newest}
        ) e WHERE k.webhook_id = q.webhook_id AND k.all_after IS NOT NULL ${ofKind}
        UNION ALL
        SELECT e.* FROM webhook_anime a CROSS JOIN LATERAL (
          SELECT e.id, e.position FROM event e
          JOIN webhook_kind k ON k.webhook_id = q.webhook_id AND k.kind = e.kind AND k.after_position < e.position
          WHERE e.anime_id = a.anime_id AND e.position > greatest(a.after_position, q.position) AND (e.position > k.all_after) IS NOT TRUE ${ofKind} ${newest}
        ) e WHERE a.webhook_id = q.webhook_id
      ) e ORDER BY e.position DESC LIMIT ${limit}
    ) waiting
    WHERE ${readers} ORDER BY waiting.id DESC LIMIT ${limit}`;
}
