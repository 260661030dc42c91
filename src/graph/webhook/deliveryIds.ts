import { Prisma } from '../../database/generated/client.ts';
import { lowestIdSince } from '../model/lowestId.ts';
import { DELIVERY_KINDS, type DeliveryKind, type DeliveryStatus } from '../model/vocabulary.ts';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A page of deliveries, newest first; null: of every kind. */
export interface AskedIds {
  readonly status: DeliveryStatus | null;
  readonly kind: DeliveryKind | null;
  /** The event's id. */
  readonly event: string | null;
  /** RFC 3339: those made at this instant or later. */
  readonly since: string | null;
  /** The last id of the previous page. */
  readonly last: string | null;
  readonly limit: number;
}

/**
 * The ids of a page. Pending deliveries of a webhook that has ended since count as cancelled.
 * @param webhook an expression of its id; absent: of all
 */
export function idsOf(asked: AskedIds, webhook?: Prisma.Sql): Prisma.Sql {
  const { status } = asked;
  if (asked.event !== null) return idsOfEvent(asked, asked.event, webhook);
  if (status === 'pending') return pendingIds(asked, Prisma.sql`(SELECT s.generation)`, webhook);
  if (status !== 'cancelled') return storedIds(asked, webhook);
  const ended = pendingIds(asked, Prisma.sql`generate_series(0, s.generation - 1)`, webhook);
  return Prisma.sql`
    SELECT id FROM ((${storedIds(asked, webhook)}) UNION ALL (${ended})) page ORDER BY id DESC LIMIT ${asked.limit}`;
}

/** No delivery made since `since` has a lower id; null: no bound. */
function earliestId({ since }: AskedIds): string | null {
  return since === null ? null : lowestIdSince(Date.parse(since));
}

/** The conditions on the rows of `d`, apart from their status. */
function conditions(asked: AskedIds): Prisma.Sql[] {
  const { kind, since, last } = asked;
  const earliest = earliestId(asked);
  return [
    ...(kind === null ? [] : [Prisma.sql`d.kind = ${kind}`]),
    ...(earliest === null ? [] : [Prisma.sql`d.id >= ${earliest}::uuid AND d.created_at >= ${since}::timestamptz`]),
    ...(last === null ? [] : [Prisma.sql`d.id < ${last}::uuid`]),
  ];
}

const where = (all: readonly Prisma.Sql[]) => Prisma.join([Prisma.sql`true`, ...all], ' AND ');

/** States that have an index of their own. */
const RARE: readonly (DeliveryStatus | null)[] = ['failed', 'cancelled'];

function storedIds(asked: AskedIds, webhook?: Prisma.Sql): Prisma.Sql {
  const { status, kind, limit } = asked;
  // A literal, because a parameter matches no partial index.
  const ofStatus = status === null ? [] : [Prisma.raw(`d.status = '${status}'`)];
  if (RARE.includes(status) || (webhook === undefined && kind === null)) {
    const ofOne = webhook === undefined ? [] : [Prisma.sql`d.webhook_id = ${webhook}`];
    const all = where([...conditions(asked), ...ofStatus, ...ofOne]);
    return Prisma.sql`SELECT d.id FROM delivery d WHERE ${all} ORDER BY d.id DESC LIMIT ${limit}`;
  }
  const kinds = kind === null ? DELIVERY_KINDS : [kind];
  const owners = webhook === undefined ? Prisma.sql`webhook` : Prisma.sql`(SELECT ${webhook} AS id)`;
  const lowest = earliestId(asked) ?? LOWEST_ID;
  const ofInstant = asked.since === null ? [] : [Prisma.sql`d.created_at >= ${asked.since}::timestamptz`];
  return Prisma.sql`
    SELECT listed.id FROM ${owners} s CROSS JOIN unnest(${[...kinds]}::text[]) k (kind) CROSS JOIN LATERAL (
      -- Pairs, which only the index by kind orders: for an equality the planner may walk the ids of all webhooks.
      SELECT d.id FROM delivery d
      WHERE d.webhook_id = s.id AND (d.kind, d.id) >= (k.kind, ${lowest}::uuid)
        AND (d.kind, d.id) < (k.kind, ${asked.last ?? HIGHEST_ID}::uuid) AND ${where([...ofInstant, ...ofStatus])}
      ORDER BY d.kind DESC, d.id DESC LIMIT ${limit}
    ) listed ORDER BY listed.id DESC LIMIT ${limit}`;
}

/**
 * Pending deliveries, at most a page of each webhook, however many wait.
 * @param generations the generations of the webhook that count
 */
function pendingIds(asked: AskedIds, generations: Prisma.Sql, webhook?: Prisma.Sql): Prisma.Sql {
  const ofOne = webhook === undefined ? Prisma.empty : Prisma.sql`WHERE s.id = ${webhook}`;
  return Prisma.sql`
    SELECT waiting.id FROM webhook s CROSS JOIN LATERAL ${generations} g (number) CROSS JOIN LATERAL (
      SELECT d.id FROM delivery d
      WHERE d.webhook_id = s.id AND d.status = 'pending' AND d.generation = g.number AND ${where(conditions(asked))}
      ORDER BY d.id DESC LIMIT ${asked.limit}
    ) waiting
    ${ofOne} ORDER BY waiting.id DESC LIMIT ${asked.limit}`;
}

/** The deliveries of one event, found by the ids that they can have: a webhook has few. */
function idsOfEvent(asked: AskedIds, event: string, webhook?: Prisma.Sql): Prisma.Sql {
  const { status, limit } = asked;
  const ofLog =
    webhook === undefined
      ? Prisma.sql`d.id BETWEEN delivery_id_of(${LOWEST_ID}::uuid, e.id, e.position) AND delivery_id_of(${HIGHEST_ID}::uuid, e.id, e.position)`
      : Prisma.sql`d.id = delivery_id_of(${webhook}, e.id, e.position)`;
  const present = Prisma.sql`CASE WHEN d.status = 'pending' AND d.generation <> s.generation THEN 'cancelled' ELSE d.status END`;
  const all = where([
    ...conditions(asked),
    ...(status === null ? [] : [Prisma.sql`${present} = ${status}::delivery_status`]),
    ...(webhook === undefined ? [] : [Prisma.sql`d.webhook_id = ${webhook}`]),
  ]);
  return Prisma.sql`
    SELECT d.id FROM (
      SELECT d.* FROM event e JOIN delivery d ON ${ofLog} WHERE e.id = ${event}::uuid
      UNION ALL
      SELECT d.* FROM delivery d WHERE d.event_id = ${event}::uuid AND get_byte(uuid_send(d.id), 6) < 128
    ) d JOIN webhook s ON s.id = d.webhook_id
    WHERE ${all} ORDER BY d.id DESC LIMIT ${limit}`;
}
