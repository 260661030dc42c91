import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { MOST_RELATIONS } from '../model/limits.ts';
import { IDENTIFYING_SITES, type RelationType } from '../model/vocabulary.ts';

/** A relation that is no longer as stored; without a type where it ends. */
interface ChangedRelation {
  readonly anime_id: string;
  readonly related_id: string;
  readonly type: string | null;
}

/**
 * Brings the relations of these anime into line with what is stated of them and of the anime that name them
 * (docs/decisions.md#relations), in both directions. Called when their rows and records are written.
 * @param touched anime whose statements, keys or ids may have changed, merged ones included
 * @returns the anime whose relations, as readers see them, are no longer the same, by ascending id
 */
export async function settleRelations(client: TransactionClient, touched: readonly string[]): Promise<string[]> {
  if (touched.length === 0) return [];
  const changed = await client.$queryRaw<ChangedRelation[]>(selectChanged(touched));
  if (changed.length === 0) return [];
  const ends = [...new Set(changed.map((it) => it.anime_id))].sort();
  const before = await shownTo(client, ends);
  // The version is drawn first: the triggers of relations would set the time of the update too.
  await client.$executeRaw`
    UPDATE anime SET version = 0 WHERE id = ANY (${ends}::uuid[])
      AND (xmin <> pg_current_xact_id()::xid OR version < microseconds(now()))`;
  const rows = JSON.stringify(changed);
  await client.$executeRaw`
    DELETE FROM anime_relation r USING jsonb_populate_recordset(NULL::anime_relation, ${rows}::jsonb) c
    WHERE r.anime_id = c.anime_id AND r.related_id = c.related_id AND c.type IS NULL`;
  await client.$executeRaw`
    INSERT INTO anime_relation SELECT c.* FROM jsonb_populate_recordset(NULL::anime_relation, ${rows}::jsonb) c
    WHERE c.type IS NOT NULL ON CONFLICT (anime_id, related_id) DO UPDATE SET type = EXCLUDED.type`;
  const after = await shownTo(client, ends);
  return ends.filter((id) => before.get(id) !== after.get(id));
}

/** Digests of these anime's relations as readers see them. */
async function shownTo(client: TransactionClient, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await client.$queryRaw<{ id: string; shown: string | null }[]>`
    SELECT a.id::text AS id, (SELECT md5(string_agg(r.type || ' ' || r.related_id, ',' ORDER BY r.type, r.related_id))
      FROM (SELECT * FROM anime_relation r WHERE r.anime_id = a.id ORDER BY r.type, r.related_id LIMIT ${MOST_RELATIONS.shown}::int) r) AS shown
    FROM anime a WHERE a.id = ANY (${ids}::uuid[]) AND a.merged_into_id IS NULL`;
  return new Map(rows.map(({ id, shown }) => [id, shown]));
}

/** What an anime is to another one that is of this type to it. */
export const RELATION_INVERSE: Readonly<Record<RelationType, RelationType>> = {
  sequel: 'prequel',
  prequel: 'sequel',
  side_story: 'parent_story',
  parent_story: 'side_story',
  alternative: 'alternative',
  adaptation: 'adaptation',
  other: 'other',
};

const inverse = Prisma.raw(
  `CASE p.type ${Object.entries(RELATION_INVERSE)
    .map(([type, of]) => `WHEN '${type}' THEN '${of}'::relation_type`)
    .join(' ')} END`,
);

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/**
 * The relations of these anime that differ from the stored ones. A statement names the other anime by an id at an
 * identifying site, by another source's key, or by its canonical id, as the record of a dump does. Of several
 * statements about a pair, from either side, a type other than `other` counts before `other`, then the first source,
 * then the first key.
 *
 * Each key is looked up by itself (OFFSET 0): in a join, tables without statistics would be read whole.
 */
function selectChanged(touched: readonly string[]): Prisma.Sql {
  const sites = Prisma.sql`${[...IDENTIFYING_SITES]}::text[]`;
  return Prisma.sql`
    WITH touched AS MATERIALIZED (SELECT unnest(${touched}::uuid[]) AS id),
    key AS MATERIALIZED (
      SELECT e.site AS source, e.external_id AS source_id FROM touched t CROSS JOIN LATERAL (
        SELECT * FROM anime_external_id e WHERE e.anime_id = t.id AND e.site = ANY (${sites}) OFFSET 0) e
      UNION SELECT r.source, r.source_id FROM touched t CROSS JOIN LATERAL (
        SELECT * FROM source_record r WHERE r.anime_id = t.id AND r.type::text = 'anime' AND r.source <> ALL (${sites}) OFFSET 0) r
      UNION SELECT 'catalog', t.id::text FROM touched t
      UNION SELECT 'catalog', m.id::text FROM touched t CROSS JOIN LATERAL (
        SELECT * FROM anime m WHERE m.merged_into_id = t.id OFFSET 0) m),
    stated AS MATERIALIZED (
      SELECT s.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM anime_stated_relation s WHERE s.anime_id = t.id OFFSET 0) s
      UNION SELECT s.* FROM key k CROSS JOIN LATERAL (
        SELECT * FROM anime_stated_relation s WHERE s.source = k.source AND s.source_id = k.source_id OFFSET 0) s),
    pair AS MATERIALIZED (
      SELECT s.anime_id, n.id AS related_id, s.type, s.source, s.source_id, s.stated_by
      FROM stated s CROSS JOIN LATERAL (
        SELECT e.anime_id AS id FROM anime_external_id e
          WHERE s.source = ANY (${sites}) AND e.site = s.source AND e.external_id = s.source_id
        UNION SELECT r.anime_id FROM source_record r
          WHERE s.source <> ALL (${sites}) AND r.type = 'anime' AND r.source = s.source AND r.source_id = s.source_id
        UNION SELECT coalesce(a.merged_into_id, a.id) FROM anime a
          WHERE s.source = 'catalog' AND a.id = CASE WHEN s.source_id ~ ${UUID} THEN s.source_id::uuid END OFFSET 0) n
      WHERE n.id <> s.anime_id AND (s.anime_id IN (SELECT id FROM touched) OR n.id IN (SELECT id FROM touched))
        AND NOT EXISTS (SELECT FROM anime m WHERE m.id IN (s.anime_id, n.id) AND m.merged_into_id IS NOT NULL)),
    wanted AS MATERIALIZED (
      SELECT DISTINCT ON (d.anime_id, d.related_id) d.anime_id, d.related_id, d.type
      FROM (
        SELECT p.anime_id, p.related_id, p.type, p.source, p.source_id, p.stated_by FROM pair p
        UNION ALL SELECT p.related_id, p.anime_id, ${inverse}, p.source, p.source_id, p.stated_by FROM pair p
      ) d LEFT JOIN source o ON o.name = d.stated_by
      ORDER BY d.anime_id, d.related_id, d.type = 'other', o.priority NULLS LAST, d.source, d.source_id),
    stored AS MATERIALIZED (
      SELECT r.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM anime_relation r WHERE r.anime_id = t.id OFFSET 0) r
      UNION SELECT r.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM anime_relation r WHERE r.related_id = t.id OFFSET 0) r)
    SELECT coalesce(w.anime_id, s.anime_id)::text AS anime_id, coalesce(w.related_id, s.related_id)::text AS related_id,
      w.type::text AS type
    FROM wanted w FULL JOIN stored s ON s.anime_id = w.anime_id AND s.related_id = w.related_id
    WHERE w.type IS DISTINCT FROM s.type`;
}
