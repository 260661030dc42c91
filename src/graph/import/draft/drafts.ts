import type { CanonicalAnime, CanonicalEpisode } from '../../model/canonical.ts';
import type { WrittenRecord } from '../../publication/writeRecords.ts';
import { type AnimeRecord, type EpisodeRecord, RESERVED_SOURCES, type RecordKey, recordKey } from '../record.ts';

/** An anime in the draft: its records, its stored value, and the value that its records make now. */
export interface AnimeDraft {
  readonly id: string;
  /** As stored; 0 for a new anime. */
  readonly revision: number;
  readonly records: Map<string, AnimeRecord>;
  /** Null for a new anime. */
  readonly stored: CanonicalAnime | null;
  now: CanonicalAnime | null;
}

/** An episode record with the canonical anime that its parent's key leads to. */
export interface PlacedEpisodeRecord {
  readonly record: EpisodeRecord;
  readonly animeId: string;
  /**
   * Rises from one import to the next; null for a record of the current import, which is later than anything stored.
   */
  readonly batch: number | null;
  /** As batch: when its status, release time or planned time was stated last. */
  readonly statusBatch?: number | null;
}

/** An episode that was joined with another, and its own records, which count again when it returns. */
export interface EndedEpisode {
  readonly id: string;
  readonly revision: number;
  readonly announcedItself: boolean;
  /** The record that its id followed; null where none was left. */
  readonly followed: RecordKey | null;
  /** As ownRecords. */
  readonly own: readonly PlacedEpisodeRecord[];
}

/** An episode in the draft. */
export interface EpisodeDraft {
  readonly id: string;
  /** Ended episodes whose ids lead here now. */
  readonly ended: EndedEpisode[];
  /** As stored; 0 for a new episode. */
  readonly revision: number;
  readonly records: Map<string, PlacedEpisodeRecord>;
  /** Null for a new episode. */
  readonly stored: CanonicalEpisode | null;
  /** Whether episode.released was emitted for its id. */
  readonly announcedItself: boolean;
  /** Whether, as stored, it was emitted for its id or for one that leads here. */
  readonly wasAnnounced: boolean;
  now: CanonicalEpisode | null;
}

/** The records that a batch is to store, by recordKey. */
export class WrittenRecords extends Map<string, WrittenRecord> {
  put(written: WrittenRecord): void {
    this.set(recordKey(written.record), written);
  }
}

/** The anime and number that a record names. */
export function slotOf({ record, animeId }: PlacedEpisodeRecord): {
  readonly animeId: string;
  readonly number: number;
} {
  return { animeId, number: record.number ?? 0 };
}

/** The records of an episode that come from sources. */
export function sourceRecords({ records }: EpisodeDraft): PlacedEpisodeRecord[] {
  return [...records.values()].filter(({ record }) => !RESERVED_SOURCES.has(record.source));
}

/**
 * The reviewers' record of an episode and that of what was made by hand: they belong to the episode, whatever its
 * number.
 */
export function ownRecords({ records }: EpisodeDraft): PlacedEpisodeRecord[] {
  return [...records.values()].filter(({ record }) => RESERVED_SOURCES.has(record.source));
}
