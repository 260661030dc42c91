import type { Database } from '../../database/database.ts';
import { CatalogError } from '../model/errors.ts';
import { LARGEST_PAGE } from '../model/limits.ts';
import type { EventKind } from '../model/vocabulary.ts';
import { Coalescer } from '../reading/coalescer.ts';
import type { PageInfo } from '../reading/connection.ts';
import { instantText } from '../reading/sqlText.ts';

/** A request for a part of the log. */
export interface EventRequest {
  /** The events that follow this position. */
  readonly after: number;
  /** Only these kinds; null: all. */
  readonly kinds: readonly EventKind[] | null;
  /** The most events; 0 reads the position of the head alone. */
  readonly first: number;
  /** Whether events are read, or their positions alone. */
  readonly whole: boolean;
}

/** An event as the graph shows it. */
export interface EventNode {
  readonly position: string;
  readonly id: string;
  readonly kind: EventKind;
  readonly animeId: string;
  readonly episodeId: string | null;
  readonly revision: number;
  readonly occurredAt: string;
  readonly payload: string;
  readonly ended: readonly string[];
}

/** A part of the log, as one statement saw it. */
export interface EventPage {
  /** Empty where positions alone were asked for. */
  readonly nodes: readonly EventNode[];
  /** `endCursor` is a position. */
  readonly pageInfo: PageInfo;
  /** The position up to which it reads: that of its last event where others follow, else the head. */
  readonly position: string;
}

/**
 * The event log, for all requests of the process: equal pages that are requested at the same time are read once, such
 * as those of readers that a publication wakes. Positions are given behind the lock of the head, so no event becomes
 * visible before an earlier one.
 */
export class EventPages {
  readonly #database: Pick<Database, 'read' | 'inTransaction'>;
  readonly #pages = new Coalescer<string, EventPage & { readonly isGone: boolean }>(async (keys) => {
    const read = async (key: string) => [key, await this.#read(JSON.parse(key) as EventRequest)] as const;
    return new Map(await Promise.all(keys.map(read)));
  });

  constructor(database: Pick<Database, 'read' | 'inTransaction'>) {
    this.#database = database;
  }

  /**
   * @throws CatalogError `conflict` for a position beyond the head, `position_gone` where what follows was removed
   */
  async read(request: EventRequest): Promise<EventPage> {
    const key = JSON.stringify(request);
    const page = this.#database.inTransaction ? undefined : (await this.#pages.load([key])).get(key);
    const { isGone, ...found } = page ?? (await this.#read(request));
    if (isGone && request.first > 0) {
      throw new CatalogError(
        'position_gone',
        `The events that follow position ${request.after} were removed, because they are old: begin again with GET /v1/dump, or with the position of the head and the lists.`,
      );
    }
    if (request.after <= Number(found.position)) return found;
    throw new CatalogError(
      'conflict',
      `The newest event stands at position ${found.position}, so none has ever stood at ${request.after}, or the database was restored from a backup: begin again with the position of the head and the lists.`,
    );
  }

  async #read({ after, kinds, first, whole }: EventRequest): Promise<EventPage & { readonly isGone: boolean }> {
    const values = [after, first + 1, ...(kinds === null ? [] : [kinds])];
    const rows = await this.#database.read({ text: statement(kinds !== null, whole), values });
    const found = rows.filter(([, , position]) => position !== null);
    const shown = found.slice(0, first);
    const hasNextPage = first > 0 && found.length > first;
    const endCursor = shown.at(-1)?.[2] ?? null;
    const [head, next] = rows[0] ?? [];
    return {
      // Positions have no gaps, and events are removed from the first on.
      isGone: after < Number(head) && next === null,
      nodes: whole ? shown.map(eventOf) : [],
      pageInfo: { hasNextPage, endCursor },
      position: (hasNextPage ? endCursor : head) ?? '0',
    };
  }
}

/** One store for all requests. */
export function createEventPages(database: Database): EventPages {
  return new EventPages(database);
}

const WHOLE = `, e.id::text AS id, e.kind::text AS kind, e.anime_id::text AS anime_id, e.episode_id::text AS episode_id,
  e.revision::text AS revision, ${instantText('e.occurred_at')} AS occurred_at, e.payload,
  array_to_json(e.ended)::text AS ended`;

/**
 * Rows of the head's position, the one after $1 if an event stands there, and an event's; one row without an event
 * where none follows.
 */
function statement(ofKinds: boolean, whole: boolean): string {
  const page = (condition: string, order: string) =>
    `SELECT * FROM event e WHERE ${condition} ORDER BY ${order} LIMIT ${LARGEST_PAGE + 1}`;
  // Only the index of kinds serves these conditions and this order. Otherwise PostgreSQL would read every following
  // event, of which few may be of the kind.
  const ofKind = page(
    '(e.kind, e.position) > (k.kind::event_kind, $1::bigint) AND e.kind <= k.kind::event_kind',
    'e.kind, e.position',
  );
  const rows = ofKinds
    ? `SELECT e.* FROM unnest($3::text[]) AS k (kind) CROSS JOIN LATERAL (${ofKind}) e ORDER BY e.position`
    : page('e.position > $1::bigint', 'e.position');
  return `
    SELECT h.position::text AS head, (SELECT n.position::text FROM event n WHERE n.position = $1::bigint + 1) AS next, e.position::text AS position ${whole ? WHOLE : ''}
    FROM publication_head h LEFT JOIN LATERAL (SELECT * FROM (${rows}) e LIMIT $2::int) e ON true
    WHERE h.id = 1 ORDER BY e.position`;
}

function eventOf(row: readonly (string | null)[]): EventNode {
  const [, , position, id, kind, animeId, episodeId, revision, occurredAt, payload, ended] = row as string[];
  return {
    position: position ?? '',
    id: id ?? '',
    kind: kind as EventKind,
    animeId: animeId ?? '',
    episodeId: episodeId ?? null,
    revision: Number(revision),
    occurredAt: occurredAt ?? '',
    payload: payload ?? '',
    ended: JSON.parse(ended ?? '[]') as string[],
  };
}
