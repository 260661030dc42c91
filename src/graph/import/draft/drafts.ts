import type { Source } from '../../../database/generated/client.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../../model/canonical.ts';
import type { WrittenRecord } from '../../publication/writeRecords.ts';
import {
  type AnimeRecord,
  type EpisodeRecord,
  NAMES_SOURCE,
  RESERVED_SOURCES,
  REVIEW_SOURCE,
  type RecordKey,
  recordKey,
} from '../record.ts';

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

/**
 * The sources of the catalogue by name: their priority (lower outranks higher) and whether they publish without a
 * reviewer.
 */
export class SourcePriorities extends Map<string, Pick<Source, 'name' | 'approved' | 'priority'>> {
  /**
   * Sorts by descending priority, reviewers first and further names last; within a source by id, so that the order of
   * arrival never matters.
   */
  sort<T>(items: readonly T[], recordOf: (item: T) => RecordKey): T[] {
    const rank = ({ source }: RecordKey) => {
      if (source === REVIEW_SOURCE) return -1;
      const { priority } = (source === NAMES_SOURCE ? undefined : this.get(source)) ?? {};
      return priority ?? Number.MAX_SAFE_INTEGER;
    };
    return [...items].sort((a, b) => {
      const [left, right] = [recordOf(a), recordOf(b)];
      return rank(left) - rank(right) || (left.sourceId < right.sourceId ? -1 : left.sourceId > right.sourceId ? 1 : 0);
    });
  }
}
