import { Prisma } from '../../../database/generated/client.ts';
import { animeFields } from '../../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../../model/canonical.ts';
import { episodeFields } from '../../model/episodeFields.ts';
import type { Fields } from '../../model/field.ts';
import { nameInRecords } from '../../model/nameKey.ts';
import type { AnimeRecord } from '../record.ts';
import type { EndedEpisode, PlacedEpisodeRecord } from './drafts.ts';

export interface StoredAnime {
  readonly id: string;
  readonly revision: number;
  readonly stored: CanonicalAnime;
  readonly records: readonly AnimeRecord[];
}

type TermRow = readonly [name: string, key: string];

/** As selectAnimeDrafts returns it. */
export interface StoredAnimeRow extends Omit<StoredAnime, 'stored'> {
  readonly stored: Omit<CanonicalAnime, 'genres' | 'studios'> & {
    readonly genres: readonly TermRow[];
    readonly studios: readonly TermRow[];
  };
}

/**
 * These anime as stored, with every source's record of them; merged ones are left out. One that was made by hand may
 * have its title in its own row alone.
 *
 * The type is compared as text: without statistics, at a first import, PostgreSQL would otherwise read the keys of all
 * 26,000 records for each anime.
 */
export function selectAnimeDrafts(ids: readonly string[]) {
  return Prisma.sql`
    SELECT coalesce(json_agg(json_build_object(
      'id', a.id, 'revision', a.revision,
      'stored', json_build_object(
        'titles', (SELECT coalesce(json_agg(json_build_object('title', t.title, 'language', t.language, 'kind', t.kind)
          ORDER BY t.position), json_build_array(json_build_object('title', a.title, 'language', NULL, 'kind', NULL)))
          FROM anime_title t WHERE t.anime_id = a.id),
        ${fieldPairs(animeFields, 'a')},
        'genres', (SELECT coalesce(json_agg(json_build_array(g.name, g.key) ORDER BY l.position), '[]')
          FROM anime_genre l JOIN genre g ON g.id = l.genre_id WHERE l.anime_id = a.id),
        'studios', (SELECT coalesce(json_agg(json_build_array(s.name, s.key) ORDER BY l.position), '[]')
          FROM anime_studio l JOIN studio s ON s.id = l.studio_id WHERE l.anime_id = a.id),
        'externalIds', (SELECT coalesce(json_agg(json_build_object('site', e.site, 'id', e.external_id)
          ORDER BY e.position), '[]') FROM anime_external_id e WHERE e.anime_id = a.id),
        'images', (SELECT coalesce(json_agg(json_build_object('url', i.url, 'width', i.width, 'height', i.height)
          ORDER BY i.position), '[]') FROM anime_image i WHERE i.anime_id = a.id),
        'relations', (SELECT coalesce(json_agg(json_build_object('type', s.type,
          'anime', json_build_object('source', s.source, 'sourceId', s.source_id), 'statedBy', s.stated_by)
          ORDER BY s.position), '[]') FROM anime_stated_relation s WHERE s.anime_id = a.id)),
      'records', (SELECT coalesce(json_agg(r.record), '[]')
        FROM source_record r WHERE r.anime_id = a.id AND r.type::text = 'anime')
    )), '[]')::text AS json
    FROM anime a WHERE a.id = ANY (${ids}::uuid[]) AND a.merged_into_id IS NULL`;
}

export function storedAnimeOf({ stored, ...rest }: StoredAnimeRow): StoredAnime {
  return { ...rest, stored: { ...stored, genres: stored.genres.map(nameOf), studios: stored.studios.map(nameOf) } };
}

const nameOf = ([name, key]: TermRow) => nameInRecords(name, key);

export interface StoredEpisode {
  readonly id: string;
  readonly revision: number;
  readonly announcedItself: boolean;
  readonly stored: CanonicalEpisode;
  readonly records: readonly PlacedEpisodeRecord[];
  readonly ended: readonly EndedEpisode[];
}

/** Episodes as stored, found by id or by number within their anime, with every source's record of them. */
export function selectEpisodeDrafts(
  ids: readonly string[],
  numbers: readonly { readonly animeId: string; readonly number: number }[],
) {
  return Prisma.sql`
    WITH wanted AS (
      SELECT unnest(${ids}::uuid[]) AS id
      UNION
      SELECT e.id FROM jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) AS n ("animeId" uuid, number numeric)
      JOIN episode e ON e.anime_id = n."animeId" AND e.number = n.number)
    SELECT coalesce(json_agg(json_build_object(
      'id', e.id, 'revision', e.revision,
      'announcedItself', e.release_announced,
      'stored', json_build_object(
        'animeId', e.anime_id, ${fieldPairs(episodeFields, 'e')},
        'titles', (SELECT coalesce(json_agg(json_build_object('title', t.title, 'language', t.language, 'kind', t.kind)
          ORDER BY t.position), '[]') FROM episode_title t WHERE t.episode_id = e.id)),
      'records', (SELECT coalesce(json_agg(json_build_object('record', r.record, 'animeId', r.anime_id, 'batch', r.batch,
          'statusBatch', coalesce(r.status_batch, r.batch))), '[]')
        FROM source_record r WHERE r.episode_id = e.id),
      'ended', (SELECT coalesce(json_agg(json_build_object('id', a.id, 'revision', a.revision, 'announcedItself', a.release_announced,
          'followed', CASE WHEN a.source IS NOT NULL THEN json_build_object('source', a.source, 'sourceId', a.source_id) END,
          'own', (SELECT coalesce(json_agg(json_build_object('record', o.record, 'animeId', o.anime_id, 'batch', o.batch,
              'statusBatch', coalesce(o.status_batch, o.batch))), '[]')
            FROM jsonb_populate_recordset(NULL::source_record, a.own_records) o))), '[]')
        FROM episode_alias a WHERE a.episode_id = e.id)
    )), '[]')::text AS json
    FROM wanted w JOIN episode e ON e.id = w.id`;
}

/** The arguments of `json_build_object` that give a canonical value its fields, over the row `alias`. */
function fieldPairs(fields: Fields, alias: string): Prisma.Sql {
  const pairs = Object.entries(fields).map(([name, { column, type }]) => {
    const value = `${alias}.${column}`;
    return `'${name}', ${type === 'timestamptz' ? instantText(value) : value}`;
  });
  return Prisma.raw(pairs.join(', '));
}

/** A timestamptz column as the DateTime scalar's text: RFC 3339 in UTC with milliseconds. */
function instantText(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Runs a statement with one row of one JSON text and parses it: the cheapest result of $queryRaw. */
export async function readJson<T>(
  client: { $queryRaw(query: Prisma.Sql): Promise<unknown> },
  statement: Prisma.Sql,
): Promise<T> {
  const [row] = (await client.$queryRaw(statement)) as { json: string }[];
  if (row === undefined) throw new Error('the statement answered no row');
  return JSON.parse(row.json) as T;
}
