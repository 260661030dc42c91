import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../../database/database.ts';
import type { DraftRecord } from '../drafts.ts';

/** Stores these as their sources' last records; those of this import are of one batch, later than every other. */
export async function saveRecords(client: TransactionClient, records: readonly DraftRecord[], at: Date): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ type, source, sourceId, animeId, episodeId, record, batch }) => ({
    id: uuidv7(),
    type,
    source,
    source_id: sourceId,
    anime_id: animeId,
    episode_id: episodeId,
    record,
    batch,
    updated_at: at.toISOString(),
  }));
  await client.$executeRaw`
    INSERT INTO source_record (id, type, source, source_id, anime_id, episode_id, record, updated_at, batch)
    SELECT id, type, source, source_id, anime_id, episode_id, record, updated_at,
      coalesce(batch, (SELECT nextval('import_batch')))
    FROM jsonb_populate_recordset(NULL::source_record, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT (type, source, source_id) DO UPDATE
      SET record = EXCLUDED.record, anime_id = EXCLUDED.anime_id, episode_id = EXCLUDED.episode_id, updated_at = EXCLUDED.updated_at,
        batch = EXCLUDED.batch`;
}
