import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { AnimeRecord, EpisodeRecord, RecordKey } from './record.ts';

/** A source as `catalog sources list` orders it. */
export interface SourceStanding {
  readonly name: string;
  readonly approved: boolean;
  /** Lower is believed first. */
  readonly priority: number;
}

/** An anime as the draft holds it: its records, what the tables say, and what the records make of it now. */
export interface AnimeDraft {
  readonly id: string;
  /** As stored; 0 when this draft creates it. */
  readonly revision: number;
  readonly records: Map<string, AnimeRecord>;
  /** As stored; null when this draft creates it. */
  readonly stored: CanonicalAnime | null;
  now: CanonicalAnime | null;
}

/** An episode that has become one with another, and what is its own: it counts again when the episode returns. */
export interface EndedEpisode {
  readonly id: string;
  readonly revision: number;
  readonly announcedItself: boolean;
  /** The record that its id followed; null where none was left. */
  readonly followed: RecordKey | null;
  /** What reviewers decided of it and what was made by hand. */
  readonly own: readonly PlacedEpisodeRecord[];
}

/** An episode as the draft holds it. */
export interface EpisodeDraft {
  readonly id: string;
  /** Those whose ids lead here now. */
  readonly ended: EndedEpisode[];
  /** As stored; 0 when this draft creates it. */
  readonly revision: number;
  readonly records: Map<string, PlacedEpisodeRecord>;
  readonly stored: CanonicalEpisode | null;
  /** Whether episode.released has been emitted for its id. */
  readonly announcedItself: boolean;
  /** Whether, as stored, it had been for its id or one that led here. */
  readonly wasAnnounced: boolean;
  now: CanonicalEpisode | null;
}

/** A source record that the draft wrote and that is to be stored. */
export interface DraftRecord {
  readonly type: 'anime' | 'episode';
  readonly source: string;
  readonly sourceId: string;
  readonly animeId: string;
  readonly episodeId: string | null;
  readonly record: AnimeRecord | EpisodeRecord;
  /** Null: said in this import; else the import that it is of, and only its place has changed. */
  readonly batch: number | null;
}
