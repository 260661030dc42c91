import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../../database/database.ts';
import type { DraftRecord } from '../catalogDraft.ts';

/** Stores these as their sources' last records. */
export async function saveRecords(client: TransactionClient, records: readonly DraftRecord[], at: Date): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ type, source, sourceId, animeId, episodeId, record }) => ({
    id: uuidv7(),
    type,
    source,
    source_id: sourceId,
    anime_id: animeId,
    episode_id: episodeId,
    record,
    updated_at: at.toISOString(),
  }));
  await client.$executeRaw`
    INSERT INTO source_record
    SELECT * FROM jsonb_populate_recordset(NULL::source_record, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT (type, source, source_id) DO UPDATE
      SET record = EXCLUDED.record, anime_id = EXCLUDED.anime_id, episode_id = EXCLUDED.episode_id, updated_at = EXCLUDED.updated_at`;
}
