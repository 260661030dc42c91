import { Prisma } from '../../../database/generated/client.ts';
import type { ExternalId } from '../../model/canonical.ts';
import type { RecordKey } from '../record.ts';

/** The stored source records under these keys, the ids of anime that own these identities, and what waits for review or was rejected. */
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
    /** Of a rejected one: the values that stay out, by member. */
    readonly holds: Readonly<Record<string, unknown>> | null;
  }[];
}

/** Each key is looked up by itself (OFFSET 0): joined, the tables would be read whole while they have no statistics. */
export function selectRecords(keys: readonly RecordKey[], identities: readonly ExternalId[]) {
  return Prisma.sql`
    WITH k AS MATERIALIZED (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k (source text, "sourceId" text)),
      i AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS i (site text, id text))
    SELECT json_build_object(
      'records', (
        SELECT coalesce(json_agg(json_build_object('type', r.type, 'source', r.source, 'sourceId', r.source_id,
          'animeId', r.anime_id, 'episodeId', r.episode_id, 'record', r.record)), '[]')
        FROM k CROSS JOIN LATERAL (SELECT * FROM source_record r
          WHERE r.type IN ('anime', 'episode') AND r.source = k.source AND r.source_id = k."sourceId" OFFSET 0) r),
      'identities', (
        SELECT coalesce(json_agg(json_build_object('site', e.site, 'id', e.external_id, 'animeId', e.anime_id)), '[]')
        FROM i CROSS JOIN LATERAL (SELECT * FROM anime_external_id e
          WHERE e.site = i.site AND e.external_id = i.id OFFSET 0) e),
      'proposals', (
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'type', p.type, 'source', p.source, 'sourceId', p.source_id,
          'status', p.status, 'reason', p.reason, 'record', p.record, 'holds', p.holds) ORDER BY p.id), '[]')
        FROM k CROSS JOIN LATERAL (SELECT * FROM proposal p
          WHERE p.type IN ('anime', 'episode') AND p.source = k.source AND p.source_id = k."sourceId"
            AND (p.status = 'pending' OR p.holds IS NOT NULL) OFFSET 0) p)
    )::text AS json`;
}
