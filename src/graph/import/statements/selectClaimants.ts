import { Prisma } from '../../../database/generated/client.ts';
import type { ExternalId } from '../../model/canonical.ts';

/** The anime whose records state these ids, by a key or as an external id, whoever owns them. */
export function selectClaimants(identities: readonly ExternalId[]) {
  return Prisma.sql`
    WITH i AS (SELECT DISTINCT * FROM jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) AS i (site text, id text))
    SELECT coalesce(json_agg(json_build_object('animeId', c.anime_id)), '[]')::text AS json FROM (
      SELECT r.anime_id FROM i JOIN source_record r ON r.type = 'anime' AND r.source = i.site AND r.source_id = i.id
      UNION
      SELECT r.anime_id FROM i JOIN source_record r ON r.type = 'anime' AND r.record -> 'externalIds' @> jsonb_build_object(i.site, i.id)
    ) c`;
}
