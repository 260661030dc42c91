import { type Event, Prisma } from '../../database/generated/client.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import type { EventKind } from '../model/vocabulary.ts';
import type { PageInfo } from '../reading/keyset.ts';
import { type Loaders, sharedLoader } from '../reading/loaders.ts';

/** A request for a part of the log. */
interface EventRequest {
  /** The events that follow this position. */
  readonly after: number;
  /** Only these kinds; null: all. */
  readonly kinds: readonly EventKind[] | null;
  /** The most events; 0 reads the position of the head alone. */
  readonly first: number;
}

/** A part of the log, as one statement saw it. */
export interface EventPage {
  /** Positions of its events, in order. */
  readonly positions: readonly string[];
  /** `endCursor` is a position. */
  readonly pageInfo: PageInfo;
  /** The position up to which it reads: that of its last event where others follow, else the head. */
  readonly position: string;
}

/**
 * A page of the event log. Positions are given behind the lock of the head, so no event becomes visible before an
 * earlier one.
 * @throws CatalogError `conflict` for a position beyond the head, `position_gone` where what follows was removed
 */
export async function readEvents(loaders: Loaders, request: EventRequest): Promise<EventPage> {
  const { after, first } = request;
  // The log grows while a request waits: each look is a new one.
  const rows = (await loaders.of(rowsLoader).clear(request).load(request)) ?? [];
  const found = rows.flatMap(({ position }) => (position === null ? [] : [String(position)]));
  const positions = found.slice(0, first);
  const hasNextPage = first > 0 && found.length > first;
  const endCursor = positions.at(-1) ?? null;
  const { head = 0n, hasNext = true } = rows[0] ?? {};
  // Positions have no gaps, and events are removed from the first on.
  if (first > 0 && BigInt(after) < head && !hasNext) {
    throw positionGone(after);
  }
  const position = (hasNextPage ? endCursor : null) ?? String(head);
  if (after <= Number(position)) return { positions, pageInfo: { hasNextPage, endCursor }, position };
  throw new CatalogError(
    'conflict',
    `The newest event stands at position ${position}, so none has ever stood at ${after}, or the database was restored from a backup: begin again with the position of the head and the lists.`,
  );
}

/** The refusal of a position that the retention has passed. */
export function positionGone(after: number): CatalogError {
  return new CatalogError(
    'position_gone',
    `The events that follow position ${after} were removed, because they are old: begin again with GET /v1/dump, or with the position of the head and the lists.`,
  );
}

interface Row {
  /** The position of the newest event. */
  readonly head: bigint;
  /** Whether there is an event at the position after the requested one. */
  readonly hasNext: boolean;
  /** Of an event that follows; null where none does. */
  readonly position: bigint | null;
}

/**
 * One statement, so that head and events are of one snapshot. Of kinds, each is read along the index of kinds and the
 * parts are merged: PostgreSQL would read every following event, of which few may be of a kind. Readers that one
 * publication wakes ask for the same page, which is read once.
 */
const rowsLoader = sharedLoader<Row[], EventRequest>(
  async (client, requests) => {
    const read = async (request: EventRequest) =>
      [keyOf(request), await client.$queryRaw<Row[]>(select(request))] as const;
    return new Map(await Promise.all(requests.map(read)));
  },
  (request) => keyOf(request),
);

function keyOf({ after, kinds, first }: EventRequest): string {
  return `${after} ${kinds?.join() ?? ''} ${first}`;
}

function select({ after, kinds, first }: EventRequest): Prisma.Sql {
  const following =
    kinds === null
      ? Prisma.sql`SELECT e.position FROM event e WHERE e.position > ${after}::bigint ORDER BY e.position LIMIT ${LARGEST_PAGE + 1}`
      : Prisma.sql`SELECT e.position FROM unnest(${[...kinds]}::text[]) AS k (kind) CROSS JOIN LATERAL (
          SELECT e.position FROM event e
          WHERE (e.kind, e.position) > (k.kind::event_kind, ${after}::bigint) AND e.kind <= k.kind::event_kind
          ORDER BY e.kind, e.position LIMIT ${LARGEST_PAGE + 1}) e ORDER BY e.position`;
  return Prisma.sql`
    SELECT h.position AS head, EXISTS (SELECT FROM event n WHERE n.position = ${after}::bigint + 1) AS "hasNext", e.position
    FROM publication_head h LEFT JOIN LATERAL (SELECT * FROM (${following}) e LIMIT ${first + 1}::int) e ON true
    WHERE h.id = 1 ORDER BY e.position`;
}

/** The node behind the graph's Event. */
export type EventNode = ReturnType<typeof eventNode>;

/** Events by position. They never change. */
export const eventLoader = sharedLoader(async (client, positions) => {
  const rows = await client.event.findMany({ where: { position: { in: positions.map(BigInt) } } });
  return new Map(rows.map((row) => [String(row.position), eventNode(row)]));
});

function eventNode({ position, kind, occurredAt, ...row }: Event) {
  return {
    ...row,
    position: String(position),
    // Prisma's names of enum values allow no dots.
    kind: kind.replace('_', '.') as EventKind,
    occurredAt: occurredAt.toISOString(),
  };
}
