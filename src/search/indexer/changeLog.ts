import type { Database } from '../../database/database.ts';
import type { SearchChange } from '../../graph/search/port.ts';

/**
 * How far the tables have been followed: every transaction before `horizon` has been seen whole. Transaction ids are handed out at
 * the start and seen at the commit, so what counts is the oldest one still under way, not the newest one read.
 */
export interface LogPosition {
  readonly horizon: bigint;
}

/** An entity that changed, as the tables say it. */
export interface ChangedAnime {
  readonly id: string;
  readonly version: bigint;
  /** The transaction that changed it. */
  readonly changedIn: bigint;
}

/** Changes of a stretch of the log. What an open transaction hides now comes up in a later stretch. */
export interface LogStretch {
  readonly changed: readonly ChangedAnime[];
  readonly next: LogPosition;
  /** The id that the next new transaction would get: below a stored position it tells of a database restored from a dump. */
  readonly newest: bigint;
}

type ReadDatabase = Pick<Database, 'read'>;

/** Where the log stands now. */
export async function currentPosition(database: ReadDatabase): Promise<LogPosition> {
  const [row] = await database.read({
    text: 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon',
    values: [],
  });
  return { horizon: BigInt(row?.[0] ?? 0) };
}

/** Everything that changed at or after a position, in one snapshot: anime with their versions, deleted ones by their tombstones. */
export async function readStretch(database: ReadDatabase, { horizon }: LogPosition): Promise<LogStretch> {
  const [row] = await database.read({
    text: `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon, pg_snapshot_xmax(pg_current_snapshot())::text AS newest,
      (SELECT json_agg(json_build_array(c.id, c.version::text, c.changed_in::text))::text FROM (
        SELECT id, version, changed_in FROM anime WHERE changed_in >= $1::bigint
        UNION ALL
        SELECT anime_id, version, changed_in FROM anime_tombstone t WHERE changed_in >= $1::bigint
          AND NOT EXISTS (SELECT FROM anime a WHERE a.id = t.anime_id)) c) AS changed`,
    values: [horizon.toString()],
  });
  const rows = JSON.parse(row?.[2] ?? '[]') as [string, string, string][];
  return {
    changed: rows.map(([id, version, changedIn]) => ({ id, version: BigInt(version), changedIn: BigInt(changedIn) })),
    next: { horizon: BigInt(row?.[0] ?? horizon) },
    newest: BigInt(row?.[1] ?? horizon),
  };
}

interface DocumentRow {
  readonly id: string;
  readonly version: string;
  readonly merged: boolean;
  readonly titles: readonly string[];
  readonly format: string;
  readonly status: string;
  readonly year: number | null;
  readonly popularity: number | null;
}

const DOCUMENT = `json_build_object('id', a.id, 'version', a.version::text, 'merged', a.merged_into_id IS NOT NULL,
  'titles', (SELECT coalesce(json_agg(t.title ORDER BY t.position), '[]') FROM anime_title t WHERE t.anime_id = a.id),
  'format', a.format, 'status', a.status, 'year', a.year, 'popularity', a.popularity)`;

/** What the index is to hold of these anime: a merged or deleted one becomes a tombstone. */
export async function readChanges(database: ReadDatabase, changed: readonly ChangedAnime[]): Promise<SearchChange[]> {
  if (changed.length === 0) return [];
  const [row] = await database.read({
    text: `SELECT json_agg(${DOCUMENT})::text AS documents FROM anime a WHERE a.id = ANY($1::uuid[])`,
    values: [changed.map(({ id }) => id)],
  });
  const found = new Map((JSON.parse(row?.[0] ?? '[]') as DocumentRow[]).map((document) => [document.id, document]));
  return changed.map(({ id, version }) => {
    const document = found.get(id);
    return document === undefined ? { kind: 'delete', id, version } : changeOf(document);
  });
}

/** One page of all anime by ascending id, for a rebuild; empty at the end. */
export async function readPage(database: ReadDatabase, after: string | null, size: number): Promise<SearchChange[]> {
  const [row] = await database.read({
    text: `SELECT json_agg(${DOCUMENT} ORDER BY a.id)::text AS documents FROM (
      SELECT * FROM anime WHERE id > $1::uuid ORDER BY id LIMIT $2::int) a`,
    values: [after ?? '00000000-0000-0000-0000-000000000000', size],
  });
  return (JSON.parse(row?.[0] ?? '[]') as DocumentRow[]).map(changeOf);
}

/** How many anime the index is to hold. */
export async function countSearchable(database: ReadDatabase): Promise<number> {
  const [row] = await database.read({
    text: 'SELECT count(*)::text AS searchable FROM anime WHERE merged_into_id IS NULL',
    values: [],
  });
  return Number(row?.[0] ?? 0);
}

function changeOf({ id, version, merged, titles, format, status, year, popularity }: DocumentRow): SearchChange {
  if (merged) return { kind: 'delete', id, version: BigInt(version) };
  return { kind: 'upsert', document: { id, version: BigInt(version), titles, format, status, year, popularity } };
}
