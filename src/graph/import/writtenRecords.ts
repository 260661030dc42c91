import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { DraftRecord } from './drafts.ts';
import type { AnimeRecord } from './record.ts';
import { recordKey } from './recordKey.ts';

/** The records that a batch is to store, each with its place, by key (recordKey). */
export class WrittenRecords extends Map<string, DraftRecord> {
  putAnime(record: AnimeRecord, animeId: string): void {
    const { type, source, sourceId } = record;
    this.set(recordKey(record), { type, source, sourceId, animeId, episodeId: null, record, batch: null });
  }

  putEpisode({ record, animeId, batch }: PlacedEpisodeRecord, episodeId: string): void {
    const { type, source, sourceId } = record;
    this.set(recordKey(record), { type, source, sourceId, animeId, episodeId, record, batch });
  }
}
