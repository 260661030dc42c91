import { Prisma } from '../../../database/generated/client.ts';
import type { ExternalId } from '../../model/canonical.ts';
import type { RecordKey } from '../record.ts';

/** The stored source records under these keys, the ids of anime that own these identities, and what waits for review. */
export interface StoredMatches {
  readonly records: readonly {
    readonly type: 'anime' | 'episode';
    readonly source: string;
    readonly sourceId: string;
    readonly animeId: string;
    readonly episodeId: string | null;
    readonly record: unknown;
  }[];
  readonly identities: readonly { readonly site: string; readonly id: string; readonly animeId: string }[];
  readonly proposals: readonly {
    readonly id: string;
    readonly type: 'anime' | 'episode';
    readonly source: string;
    readonly sourceId: string;
    readonly status: 'pending' | 'rejected';
    readonly reason: 'unapproved_source' | 'review_requested' | 'ambiguous_match';
    readonly record: unknown;
  }[];
}

export function selectRecords(keys: readonly RecordKey[], identities: readonly ExternalId[]) {
  return Prisma.sql`
    WITH k AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k (source text, "sourceId" text)),
      i AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS i (site text, id text)),
      types AS (SELECT unnest(enum_range(NULL::record_type)) AS type)
    SELECT json_build_object(
      'records', (
        SELECT coalesce(json_agg(json_build_object('type', r.type, 'source', r.source, 'sourceId', r.source_id,
          'animeId', r.anime_id, 'episodeId', r.episode_id, 'record', r.record)), '[]')
        FROM k CROSS JOIN types t
        JOIN source_record r ON r.type = t.type AND r.source = k.source AND r.source_id = k."sourceId"),
      'identities', (
        SELECT coalesce(json_agg(json_build_object('site', e.site, 'id', e.external_id, 'animeId', e.anime_id)), '[]')
        FROM i JOIN anime_external_id e ON e.site = i.site AND e.external_id = i.id),
      'proposals', (
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'type', p.type, 'source', p.source, 'sourceId', p.source_id,
          'status', p.status, 'reason', p.reason, 'record', p.record) ORDER BY p.id), '[]')
        FROM k CROSS JOIN types t
        JOIN proposal p ON p.type = t.type AND p.source = k.source AND p.source_id = k."sourceId"
        WHERE p.status IN ('pending', 'rejected'))
    )::text AS json`;
}
