import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../../database/database.ts';
import type { WrittenRecords } from './drafts.ts';

/**
 * Stores these as their sources' last records; those of the current import get one batch number, higher than every
 * other.
 */
export async function saveRecords(client: TransactionClient, written: WrittenRecords, at: Date): Promise<void> {
  if (written.size === 0) return;
  const rows = [...written.values()].map(({ record, animeId, episodeId, batch, statusBatch }) => ({
    id: uuidv7(),
    type: record.type,
    source: record.source,
    source_id: record.sourceId,
    anime_id: animeId,
    episode_id: episodeId,
    record,
    batch,
    status_batch: statusBatch ?? null,
    updated_at: at.toISOString(),
  }));
  await client.$executeRaw`
    INSERT INTO source_record (id, type, source, source_id, anime_id, episode_id, record, updated_at, batch, status_batch)
    SELECT id, type, source, source_id, anime_id, episode_id, record, updated_at,
      coalesce(batch, (SELECT nextval('import_batch'))), status_batch
    FROM jsonb_populate_recordset(NULL::source_record, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT (type, source, source_id) DO UPDATE
      SET record = EXCLUDED.record, anime_id = EXCLUDED.anime_id, episode_id = EXCLUDED.episode_id, updated_at = EXCLUDED.updated_at,
        batch = EXCLUDED.batch, status_batch = EXCLUDED.status_batch`;
}
