import { Prisma } from '../../../database/generated/client.ts';
import { animeFields } from '../../model/animeFields.ts';
import type { CanonicalAnime } from '../../model/canonical.ts';
import type { Fields } from '../../model/field.ts';
import { nameInRecords } from '../../model/nameKey.ts';
import type { AnimeRecord } from '../record.ts';
import { fieldPairs } from './sqlText.ts';

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
export function selectAnimeDrafts(ids: readonly string[], fields: Fields = animeFields) {
  return Prisma.sql`
    SELECT coalesce(json_agg(json_build_object(
      'id', a.id, 'revision', a.revision,
      'stored', json_build_object(
        'titles', (SELECT coalesce(json_agg(json_build_object('title', t.title, 'language', t.language, 'kind', t.kind)
          ORDER BY t.position), json_build_array(json_build_object('title', a.title, 'language', NULL, 'kind', NULL)))
          FROM anime_title t WHERE t.anime_id = a.id),
        ${fieldPairs(fields, 'a')},
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
