import type { Database } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
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

const SERVER_RUN = Prisma.sql`(SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), extract(epoch FROM stats_reset))
  FROM pg_stat_archiver)`;

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

/** The subject of a change of any kind. */
export function subjectOf(change: SearchChange): Pick<SearchDocument, 'id' | 'version'> {
  return change.kind === 'upsert' ? change.document : change;
}

type ReadDatabase = Pick<Database, 'client'>;

/** The current end of the log. */
export async function currentPosition(database: ReadDatabase): Promise<LogPosition> {
  const [row] = await database.client.$queryRaw<LogPosition[]>`
    SELECT pg_current_snapshot()::text AS snapshot, ${SERVER_RUN} AS "serverRun"`;
  return row ?? { snapshot: '', serverRun: '' };
}

/** A table's rows written since a position: those from its xmax on, and those of transactions that were in progress. */
const since = (columns: Prisma.Sql, xmax: string, underWay: readonly string[]) => Prisma.sql`
  SELECT ${columns} t WHERE t.changed_in >= ${xmax}::bigint
    AND t.changed_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  UNION ALL SELECT ${columns} t WHERE t.changed_in = ANY(${underWay}::bigint[])`;

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

async function readSince({ client }: ReadDatabase, xmax: string, underWay: string): Promise<LogStretch> {
  const open = underWay === '' ? [] : underWay.split(',');
  const [row] = await client.$queryRaw<(LogPosition & Omit<LogStretch, 'next'>)[]>`
    SELECT pg_current_snapshot()::text AS snapshot, ${SERVER_RUN} AS "serverRun",
      (2 * greatest(max(c.version), microseconds(clock_timestamp())))::bigint AS tombstone,
      coalesce(array_agg(DISTINCT c.id::text) FILTER (WHERE c.id IS NOT NULL), '{}') AS changed
    FROM (
      ${since(Prisma.sql`t.id, t.version FROM anime`, xmax, open)}
      UNION ALL ${since(Prisma.sql`t.anime_id, t.version FROM anime_prominence`, xmax, open)}
      UNION ALL ${since(Prisma.sql`t.anime_id, t.version FROM anime_tombstone`, xmax, open)}) c (id, version)`;
  const { snapshot = '', serverRun = '', tombstone = 0n, changed = [] } = row ?? {};
  return { changed, tombstone, next: { snapshot, serverRun } };
}

interface DocumentRow extends Omit<SearchDocument, 'version'> {
  readonly version: string;
  readonly merged: boolean;
}

/**
 * A document's version is the sum of the anime's and its prominence's: each rises in commit order, so the sum rises
 * with every change of either, and is at most twice the clock's value that both are drawn from.
 */
const DOCUMENT = Prisma.sql`json_build_object('id', a.id, 'version', (a.version + coalesce(p.version, 0))::text, 'merged', a.merged_into_id IS NOT NULL,
  'titles', (SELECT json_agg(t.title ORDER BY t.position) FROM (
    SELECT 0 AS position, a.title UNION ALL
    SELECT t.position, t.title FROM anime_title t WHERE t.anime_id = a.id AND t.position > 0) t),
  'format', a.format, 'status', a.status, 'year', a.year, 'season', a.season, 'isAdult', a.is_adult,
  'genre', ARRAY(SELECT g.slug FROM anime_genre l JOIN genre g ON g.id = l.genre_id WHERE l.anime_id = a.id),
  'studio', ARRAY(SELECT s.slug FROM anime_studio l JOIN studio s ON s.id = l.studio_id WHERE l.anime_id = a.id),
  'startDate', a.start_date::text, 'episodes', a.episode_count,
  'airing', CASE WHEN a.status = 'airing' THEN a.broadcast ->> 'weekday' END, 'prominence', coalesce(p.points, 0))`;
const PROMINENCE = Prisma.sql`LEFT JOIN anime_prominence p ON p.anime_id = a.id`;

interface Documents {
  /** Null without any. */
  readonly documents: readonly DocumentRow[] | null;
}

/** The index documents of these anime: a merged or deleted one becomes a tombstone. */
export async function readChanges(
  database: ReadDatabase,
  ids: readonly string[],
  tombstone: bigint,
): Promise<SearchChange[]> {
  const [row] = await database.client.$queryRaw<Documents[]>`
    SELECT json_agg(${DOCUMENT}) AS documents FROM anime a ${PROMINENCE} WHERE a.id = ANY(${ids}::uuid[])`;
  const found = new Map((row?.documents ?? []).map((document) => [document.id, document]));
  return ids.map((id) => {
    const document = found.get(id);
    return document === undefined ? { kind: 'delete', id, version: tombstone } : changeOf(document);
  });
}

/** One page of all anime by ascending id, for a rebuild; empty at the end. */
export async function readPage(database: ReadDatabase, after: string | null, size: number): Promise<SearchChange[]> {
  const [row] = await database.client.$queryRaw<Documents[]>`
    SELECT json_agg(${DOCUMENT} ORDER BY a.id) AS documents FROM (
      SELECT * FROM anime WHERE id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid ORDER BY id LIMIT ${size}::int) a
    ${PROMINENCE}`;
  return (row?.documents ?? []).map(changeOf);
}

/** The number of anime that the index should hold. */
export function countSearchable({ client }: ReadDatabase): Promise<number> {
  return client.anime.count({ where: { mergedIntoId: null } });
}

function changeOf({ merged, ...row }: DocumentRow): SearchChange {
  const version = BigInt(row.version);
  return merged ? { kind: 'delete', id: row.id, version } : { kind: 'upsert', document: { ...row, version } };
}
