import { Prisma, type Proposal } from '../../../database/generated/client.ts';
import type { ExternalId } from '../../model/canonical.ts';
import type { CatalogRecord, RecordKey } from '../record.ts';

/** An anime that states an id. */
export interface IdOwner extends ExternalId {
  readonly animeId: string;
}

/**
 * The stored records of some keys, the owners of some ids, and the proposals of these keys that wait or keep values
 * out.
 */
export interface StoredMatches {
  readonly records: readonly {
    readonly animeId: string;
    readonly episodeId: string | null;
    readonly record: CatalogRecord;
  }[];
  readonly identities: readonly IdOwner[];
  readonly proposals: readonly (Pick<Proposal, 'id' | 'status' | 'reason'> & {
    readonly record: CatalogRecord;
    /** Of a rejected proposal: the values that stay out, by member. */
    readonly holds: Readonly<Record<string, unknown>> | null;
  })[];
}

/** Each key is looked up by itself (OFFSET 0): in a join, tables without statistics would be read whole. */
export function selectRecords(keys: readonly RecordKey[], identities: readonly ExternalId[]) {
  return Prisma.sql`
    WITH k AS MATERIALIZED (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS k (source text, "sourceId" text)),
      i AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS i (site text, id text))
    SELECT json_build_object(
      'records', (
        SELECT coalesce(json_agg(json_build_object('animeId', r.anime_id, 'episodeId', r.episode_id, 'record', r.record)), '[]')
        FROM k CROSS JOIN LATERAL (SELECT * FROM source_record r
          WHERE r.type IN ('anime', 'episode') AND r.source = k.source AND r.source_id = k."sourceId" OFFSET 0) r),
      'identities', (
        SELECT coalesce(json_agg(json_build_object('site', e.site, 'id', e.external_id, 'animeId', e.anime_id)), '[]')
        FROM i CROSS JOIN LATERAL (SELECT * FROM anime_external_id e
          WHERE e.site = i.site AND e.external_id = i.id OFFSET 0) e),
      'proposals', (
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'reason', p.reason, 'record', p.record,
          'holds', p.holds) ORDER BY p.id), '[]')
        FROM k CROSS JOIN LATERAL (SELECT * FROM proposal p
          WHERE p.type IN ('anime', 'episode') AND p.source = k.source AND p.source_id = k."sourceId"
            AND (p.status = 'pending' OR p.holds IS NOT NULL) OFFSET 0) p)
    )::text AS json`;
}

/** The anime with records that state these ids, as a key or as an external id. */
export function selectAnimeStating(identities: readonly ExternalId[]) {
  return Prisma.sql`
    WITH i AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS i (site text, id text))
    SELECT coalesce(json_agg(json_build_object('site', s.site, 'id', s.id, 'animeId', s.anime_id)), '[]')::text AS json FROM (
      SELECT i.site, i.id, r.anime_id FROM i JOIN source_record r ON r.type = 'anime' AND r.source = i.site AND r.source_id = i.id
      UNION
      SELECT i.site, i.id, r.anime_id FROM i JOIN source_record r ON r.type = 'anime' AND r.record -> 'externalIds' @> jsonb_build_object(i.site, i.id)
    ) s`;
}
