import { v7 as uuidv7 } from 'uuid';
import type { TransactionClient } from '../../database/database.ts';
import type { RecordType } from '../model/vocabulary.ts';

/** A source's record to be stored as the last one of its key. */
export interface WrittenRecord {
  readonly record: { readonly type: RecordType; readonly source: string; readonly sourceId: string };
  readonly animeId: string;
  readonly episodeId: string | null;
  /** Null for a record of the current import. */
  readonly batch: number | null;
  readonly statusBatch?: number | null;
}

/**
 * Stores the last records of their sources; those of the current import get one batch number, higher than all earlier
 * ones.
 */
export async function writeRecords(
  client: TransactionClient,
  written: readonly WrittenRecord[],
  at: string,
): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map(({ record, animeId, episodeId, batch, statusBatch }) => ({
    id: uuidv7(),
    type: record.type,
    source: record.source,
    source_id: record.sourceId,
    anime_id: animeId,
    episode_id: episodeId,
    record,
    batch,
    status_batch: statusBatch ?? null,
    updated_at: at,
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
