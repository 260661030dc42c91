import { Prisma } from '../../../database/generated/client.ts';

/** Tables of an anime's parts. */
export const ANIME_PARTS = ['anime_title', 'anime_genre', 'anime_studio', 'anime_external_id', 'anime_image'] as const;

/** What every write moves; what anime and episodes are stays the same without it. */
const COUNTERS = ['version', 'changed_in', 'revision', 'updated_at'];

/** Every row that two anime are made of, and the ids that lead to them, as one JSON object: rows by table, in a fixed order. */
export function mergedRows(ids: readonly [string, string]): Prisma.Sql {
  return rowsOf(ids, []);
}

/** What mergedRows says of the two anime, whoever has counted what: the same text as long as they are the same. */
export function mergedState(ids: readonly [string, string]): Prisma.Sql {
  return Prisma.sql`md5((${rowsOf(ids, COUNTERS)})::text)`;
}

function rowsOf(ids: readonly [string, string], hidden: readonly string[]): Prisma.Sql {
  const both = Prisma.sql`${ids}::uuid[]`;
  const rows = (table: string, condition: Prisma.Sql, order: string) => Prisma.sql`
    (SELECT coalesce(jsonb_agg(to_jsonb(t) - ${hidden}::text[] ORDER BY ${Prisma.raw(order)}), '[]')
      FROM ${Prisma.raw(table)} t WHERE ${condition})`;
  const ofAnime = Prisma.sql`t.anime_id = ANY (${both})`;
  const ofEpisodes = Prisma.sql`t.episode_id IN (SELECT e.id FROM episode e WHERE e.anime_id = ANY (${both}))`;
  const parts = ANIME_PARTS.map(
    (table) => Prisma.sql`${table}::text, ${rows(table, ofAnime, 't.anime_id, t.position')}`,
  );
  return Prisma.sql`jsonb_build_object(
    'anime', ${rows('anime', Prisma.sql`t.id = ANY (${both}) OR t.merged_into_id = ANY (${both})`, 't.id')},
    ${Prisma.join(parts)},
    'episode', ${rows('episode', ofAnime, 't.id')},
    'episode_title', ${rows('episode_title', ofEpisodes, 't.episode_id, t.position')},
    'episode_alias', ${rows('episode_alias', ofEpisodes, 't.id')},
    'source_record', ${rows('source_record', ofAnime, 't.id')})`;
}
