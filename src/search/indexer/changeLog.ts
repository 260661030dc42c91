import type { Database } from '../../database/database.ts';
import type { SearchChange, SearchDocument } from '../../graph/search/port.ts';

/**
 * A position in the tables' changes: the text of pg_current_snapshot() (`xmin:xmax:xip,…`), all of whose visible rows
 * have been read. Transaction ids are assigned at the start and become visible at the commit, so the next changes are
 * those of transactions that had not ended: the ones in progress, by id, and those from xmax on. Neither a transaction
 * open for hours nor rows with another cluster's ids widen that. Valid within one incarnation of the database.
 */
export interface LogPosition {
  readonly snapshot: string;
  /** Another after each start of the server and each recovery, which resets its statistics. */
  readonly serverRun: string;
}

const SERVER_RUN =
  "(SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), extract(epoch FROM stats_reset)) FROM pg_stat_archiver)";

/**
 * In a crash transactions that left nothing on disk lose their ids to later ones. PostgreSQL writes its log at least
 * every 0.6 s, in which it begins fewer than these.
 */
const LOST_IDS = 10_000n;

/** The changes of a stretch of the log. Rows hidden by an open transaction appear in a later stretch. */
export interface LogStretch {
  /** Ids of the anime that changed. */
  readonly changed: readonly string[];
  /** The version of the tombstones of those that are gone: above that of every document they ever had. */
  readonly tombstone: bigint;
  readonly next: LogPosition;
}

/** What a change is of, whatever its kind. */
export function subjectOf(change: SearchChange): Pick<SearchDocument, 'id' | 'version'> {
  return change.kind === 'upsert' ? change.document : change;
}

type ReadDatabase = Pick<Database, 'read'>;

/** The current end of the log. */
export async function currentPosition(database: ReadDatabase): Promise<LogPosition> {
  const text = `SELECT pg_current_snapshot()::text AS snapshot, ${SERVER_RUN} AS run`;
  const [row] = await database.read({ text, values: [] });
  return { snapshot: row?.[0] ?? '', serverRun: row?.[1] ?? '' };
}

/** SQL of a table's rows written since the position in $1 (xmax) and $2 (ids in progress). */
const since = (columns: string, table: string) => `
  SELECT ${columns} FROM ${table} t
    WHERE t.changed_in >= $1::bigint AND t.changed_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  UNION ALL SELECT ${columns} FROM ${table} t WHERE t.changed_in = ANY($2::bigint[])`;

/**
 * Everything committed after a position, in one snapshot: anime whose rows or prominence changed, or are gone. After a
 * start of the server that begins earlier, so that nothing is missed whose id was given before.
 */
export async function readStretch(database: ReadDatabase, position: LogPosition): Promise<LogStretch> {
  const [, xmax = '0', underWay = ''] = position.snapshot.split(':');
  const stretch = await readSince(database, xmax, underWay);
  if (stretch.next.serverRun === position.serverRun) return stretch;
  const earlier = BigInt(xmax) - LOST_IDS;
  return await readSince(database, String(earlier < 0n ? 0n : earlier), underWay);
}

async function readSince(database: ReadDatabase, xmax: string, underWay: string): Promise<LogStretch> {
  const [row] = await database.read({
    text: `SELECT pg_current_snapshot()::text, (2 * greatest(max(c.version), microseconds(clock_timestamp())))::text,
        json_agg(DISTINCT c.id)::text, ${SERVER_RUN} AS run
      FROM (
        ${since('t.id, t.version', 'anime')}
        UNION ALL ${since('t.anime_id, t.version', 'anime_prominence')}
        UNION ALL ${since('t.anime_id, t.version', 'anime_tombstone')}) c (id, version)`,
    values: [xmax, underWay === '' ? [] : underWay.split(',')],
  });
  return {
    changed: JSON.parse(row?.[2] ?? '[]') as string[],
    tombstone: BigInt(row?.[1] ?? 0),
    next: { snapshot: row?.[0] ?? '', serverRun: row?.[3] ?? '' },
  };
}

interface DocumentRow extends Omit<SearchDocument, 'version'> {
  readonly version: string;
  readonly merged: boolean;
}

/**
 * A document's version is the sum of the anime's and its prominence's: each rises in commit order, so the sum rises
 * with every change of either, and is at most twice the clock's value that both are drawn from.
 */
const DOCUMENT = `json_build_object('id', a.id, 'version', (a.version + coalesce(p.version, 0))::text, 'merged', a.merged_into_id IS NOT NULL,
  'titles', (SELECT json_agg(t.title ORDER BY t.position) FROM (
    SELECT 0 AS position, a.title UNION ALL
    SELECT t.position, t.title FROM anime_title t WHERE t.anime_id = a.id AND t.position > 0) t),
  'format', a.format, 'status', a.status, 'year', a.year, 'season', a.season, 'isAdult', a.is_adult,
  'genre', ARRAY(SELECT g.slug FROM anime_genre l JOIN genre g ON g.id = l.genre_id WHERE l.anime_id = a.id),
  'studio', ARRAY(SELECT s.slug FROM anime_studio l JOIN studio s ON s.id = l.studio_id WHERE l.anime_id = a.id),
  'startDate', a.start_date::text, 'episodes', a.episode_count,
  'airing', CASE WHEN a.status = 'airing' THEN a.broadcast ->> 'weekday' END, 'prominence', coalesce(p.points, 0))`;
const PROMINENCE = 'LEFT JOIN anime_prominence p ON p.anime_id = a.id';

/** The index documents of these anime: a merged or deleted one becomes a tombstone. */
export async function readChanges(
  database: ReadDatabase,
  ids: readonly string[],
  tombstone: bigint,
): Promise<SearchChange[]> {
  const [row] = await database.read({
    text: `SELECT json_agg(${DOCUMENT})::text AS documents FROM anime a ${PROMINENCE} WHERE a.id = ANY($1::uuid[])`,
    values: [ids],
  });
  const found = new Map((JSON.parse(row?.[0] ?? '[]') as DocumentRow[]).map((document) => [document.id, document]));
  return ids.map((id) => {
    const document = found.get(id);
    return document === undefined ? { kind: 'delete', id, version: tombstone } : changeOf(document);
  });
}

/** One page of all anime by ascending id, for a rebuild; empty at the end. */
export async function readPage(database: ReadDatabase, after: string | null, size: number): Promise<SearchChange[]> {
  const [row] = await database.read({
    text: `SELECT json_agg(${DOCUMENT} ORDER BY a.id)::text AS documents FROM (
      SELECT * FROM anime WHERE id > $1::uuid ORDER BY id LIMIT $2::int) a ${PROMINENCE}`,
    values: [after ?? '00000000-0000-0000-0000-000000000000', size],
  });
  return (JSON.parse(row?.[0] ?? '[]') as DocumentRow[]).map(changeOf);
}

/** The number of anime that the index should hold. */
export async function countSearchable(database: ReadDatabase): Promise<number> {
  const [row] = await database.read({
    text: 'SELECT count(*)::text AS searchable FROM anime WHERE merged_into_id IS NULL',
    values: [],
  });
  return Number(row?.[0] ?? 0);
}

function changeOf({ merged, ...row }: DocumentRow): SearchChange {
  const version = BigInt(row.version);
  return merged ? { kind: 'delete', id: row.id, version } : { kind: 'upsert', document: { ...row, version } };
}
