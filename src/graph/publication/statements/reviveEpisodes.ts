import type { TransactionClient } from '../../../database/database.ts';
import { LARGEST_EPISODE_NUMBER } from '../../model/limits.ts';

/** What the column holds; from there on downwards nothing else makes room. */
const LARGEST_COLUMN = LARGEST_EPISODE_NUMBER + 10_000;

/**
 * Brings back episodes that had ended, under their ids and with all that is their own, for the changes that follow to say what they are:
 * until then they stand where no record can, planned and without titles.
 */
export async function reviveEpisodes(client: TransactionClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.$executeRaw`
    INSERT INTO episode (id, anime_id, number, status, revision, release_announced, created_at, updated_at)
    SELECT a.id, e.anime_id, ${LARGEST_COLUMN}::numeric - r.place * 0.01, 'scheduled', a.revision, a.release_announced, a.created_at,
      a.created_at
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS r (id, place)
    JOIN episode_alias a ON a.id = r.id JOIN episode e ON e.id = a.episode_id`;
  await client.$executeRaw`
    INSERT INTO source_record (id, type, source, source_id, anime_id, episode_id, record, updated_at, batch)
    SELECT o.id, o.type, o.source, o.source_id, e.anime_id, a.id, o.record, o.updated_at, o.batch
    FROM episode_alias a JOIN episode e ON e.id = a.episode_id, jsonb_populate_recordset(NULL::source_record, a.own_records) o
    WHERE a.id = ANY (${ids}::uuid[])`;
  await client.$executeRaw`DELETE FROM episode_alias WHERE id = ANY (${ids}::uuid[])`;
}
