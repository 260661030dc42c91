import type { TransactionClient } from '../../../database/database.ts';
import { Prisma } from '../../../database/generated/client.ts';
import { animeFields } from '../../model/animeFields.ts';
import { episodeFields } from '../../model/episodeFields.ts';
import { columnsOf } from '../../model/field.ts';
import { ANIME_PARTS } from './mergedRows.ts';

/**
 * Gives two anime the rows that they were made of before their merge (mergedRows), but for what counts their changes, and forgets
 * that merge.
 */
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
  const ofEpisodes = Prisma.sql`episode_id IN (SELECT id FROM episode WHERE anime_id = ANY (${both}))`;
  await client.$executeRaw`DELETE FROM episode_alias WHERE ${ofEpisodes}`;
  await client.$executeRaw`DELETE FROM episode_title WHERE ${ofEpisodes}`;
  await client.$executeRaw`DELETE FROM source_record WHERE anime_id = ANY (${both})`;
  // What was announced meanwhile stays announced: once for an episode, ever.
  await client.$executeRaw`
    UPDATE episode t SET ${set(episodeColumns)}, release_announced = t.release_announced OR r.release_announced
    FROM ${rows('episode')} r WHERE t.id = r.id`;
  await client.$executeRaw`
    INSERT INTO episode SELECT r.* FROM ${rows('episode')} r WHERE NOT EXISTS (SELECT FROM episode e WHERE e.id = r.id)`;
  for (const table of ['episode_title', 'episode_alias', 'source_record']) {
    await client.$executeRaw`INSERT INTO ${Prisma.raw(table)} SELECT * FROM ${rows(table)}`;
  }
  await client.$executeRaw`
    UPDATE proposal p SET candidates = r.candidates FROM ${rows('proposal')} r WHERE p.id = r.id AND p.status = 'pending'`;
  await client.$executeRaw`DELETE FROM anime_merge WHERE merged_id = ${mergedId}::uuid`;
}
