import type { TransactionClient } from '../../database/database.ts';
import { Prisma } from '../../database/generated/client.ts';
import { animeFields } from '../model/animeFields.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { columnsOf } from '../model/field.ts';

const ANIME_PARTS = [
  'anime_title',
  'anime_genre',
  'anime_studio',
  'anime_external_id',
  'anime_image',
  'anime_stated_relation',
] as const;

/** Columns that every write changes. */
const COUNTERS = ['version', 'changed_in', 'revision', 'updated_at', 'status_batch'];

/** Before a merge: stores the rows of both anime, and the proposals that have the ending one as a candidate. */
export async function keepBeforeMerge(
  client: TransactionClient,
  mergedId: string,
  survivorId: string,
  at: Date,
): Promise<void> {
  await client.$executeRaw`
    INSERT INTO anime_merge (merged_id, survivor_id, before, after, created_at)
    SELECT ${mergedId}::uuid, ${survivorId}::uuid, ${rowsOf([mergedId, survivorId], [])} || jsonb_build_object('proposal', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'candidates', p.candidates)), '[]') FROM proposal p
      WHERE p.status = 'pending' AND ${mergedId}::uuid = ANY (p.candidates))), '', ${at}`;
}

/** After a merge: stores its result. The merge can be undone as long as the result is unchanged. */
export async function keepAfterMerge(client: TransactionClient, mergedId: string, survivorId: string): Promise<void> {
  const after = await mergedState(client, [mergedId, survivorId]);
  await client.animeMerge.update({ where: { mergedId }, data: { after } });
}

/**
 * A digest of the rows of two anime without their change counters. What is null is left out, so that columns of a
 * later version change no digest.
 */
export async function mergedState(client: TransactionClient, ids: readonly [string, string]): Promise<string> {
  const state = Prisma.sql`SELECT md5(jsonb_strip_nulls(${rowsOf(ids, COUNTERS)})::text) AS state`;
  const [row] = await client.$queryRaw<{ state: string }[]>(state);
  return row?.state ?? '';
}

/** Undoes a merge: restores the rows of both anime, but not their change counters. */
export async function restoreMerged(client: TransactionClient, mergedId: string, survivorId: string): Promise<void> {
  const rows = (table: string) => Prisma.sql`
    jsonb_populate_recordset(NULL::${Prisma.raw(table)}, (SELECT before -> ${table}::text FROM anime_merge WHERE merged_id = ${mergedId}::uuid))`;
  const both = Prisma.sql`${[mergedId, survivorId]}::uuid[]`;
  const set = (columns: readonly string[]) =>
    Prisma.raw(columns.map((column) => `"${column}" = r."${column}"`).join(', '));
  const animeColumns = ['title', ...columnsOf(animeFields), 'merged_into_id'];
  const episodeColumns = ['anime_id', ...columnsOf(episodeFields)];

  await client.$executeRaw`UPDATE anime t SET ${set(animeColumns)} FROM ${rows('anime')} r WHERE t.id = r.id`;
  for (const part of ANIME_PARTS) {
    await client.$executeRaw`DELETE FROM ${Prisma.raw(part)} WHERE anime_id = ANY (${both})`;
  }
  for (const part of ANIME_PARTS) {
    await client.$executeRaw`INSERT INTO ${Prisma.raw(part)} SELECT * FROM ${rows(part)}`;
  }
  const animeId = { in: [mergedId, survivorId] };
  await client.episodeAlias.deleteMany({ where: { episode: { animeId } } });
  // Titles that stay the same are left alone: writing them would change the time of an episode that is not published.
  await client.$executeRaw`
    DELETE FROM episode_title t USING episode e WHERE e.id = t.episode_id AND e.anime_id = ANY (${both})
      AND NOT EXISTS (SELECT FROM ${rows('episode_title')} r WHERE r = t)`;
  await client.sourceRecord.deleteMany({ where: { animeId } });
  // A release announced since the merge stays announced: an episode announces it once, ever.
  await client.$executeRaw`
    UPDATE episode t SET ${set(episodeColumns)}, release_announced = t.release_announced OR r.release_announced
    FROM ${rows('episode')} r WHERE t.id = r.id`;
  await client.$executeRaw`
    INSERT INTO episode SELECT r.* FROM ${rows('episode')} r WHERE NOT EXISTS (SELECT FROM episode e WHERE e.id = r.id)`;
  await client.$executeRaw`INSERT INTO episode_title SELECT * FROM ${rows('episode_title')} ON CONFLICT DO NOTHING`;
  for (const table of ['episode_alias', 'source_record']) {
    await client.$executeRaw`INSERT INTO ${Prisma.raw(table)} SELECT * FROM ${rows(table)}`;
  }
  await client.$executeRaw`
    UPDATE proposal p SET candidates = r.candidates FROM ${rows('proposal')} r WHERE p.id = r.id AND p.status = 'pending'`;
  await client.animeMerge.delete({ where: { mergedId } });
}

/** Every row of two anime, and the ids that lead to them, as one JSON object: rows by table, in a fixed order. */
function rowsOf(ids: readonly [string, string], hidden: readonly string[]): Prisma.Sql {
  const both = Prisma.sql`${ids}::uuid[]`;
  const rows = (table: string, condition: Prisma.Sql, order: string) => Prisma.sql`
    ${table}::text, (SELECT coalesce(jsonb_agg(to_jsonb(t) - ${hidden}::text[] ORDER BY ${Prisma.raw(order)}), '[]')
      FROM ${Prisma.raw(table)} t WHERE ${condition})`;
  const ofAnime = Prisma.sql`t.anime_id = ANY (${both})`;
  const ofEpisodes = Prisma.sql`t.episode_id IN (SELECT e.id FROM episode e WHERE e.anime_id = ANY (${both}))`;
  return Prisma.sql`jsonb_build_object(${Prisma.join([
    rows('anime', Prisma.sql`t.id = ANY (${both}) OR t.merged_into_id = ANY (${both})`, 't.id'),
    ...ANIME_PARTS.map((part) => rows(part, ofAnime, 't.anime_id, t.position')),
    rows('episode', ofAnime, 't.id'),
    rows('episode_title', ofEpisodes, 't.episode_id, t.position'),
    rows('episode_alias', ofEpisodes, 't.id'),
    rows('source_record', ofAnime, 't.id'),
  ])})`;
}
