import { Prisma } from '../../../database/generated/client.ts';
import type { CanonicalEpisode } from '../../model/canonical.ts';
import { episodeFields } from '../../model/episodeFields.ts';
import type { Fields } from '../../model/field.ts';
import type { EndedEpisode, PlacedEpisodeRecord } from './drafts.ts';
import { fieldPairs } from './sqlText.ts';

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
  fields: Fields = episodeFields,
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
        'animeId', e.anime_id, ${fieldPairs(fields, 'e')},
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
