import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { AnimeRecord, EpisodeRecord } from './record.ts';

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

/** An episode that has become one with another. */
export interface EndedEpisode {
  readonly id: string;
  readonly revision: number;
  readonly releaseAnnounced: boolean;
  /** The key of the record that its id followed. */
  readonly source: string;
  readonly sourceId: string;
}

/** An episode as the draft holds it. */
export interface EpisodeDraft {
  readonly id: string;
  /** Those that have become this one. */
  readonly ended: readonly EndedEpisode[];
  /** As stored; 0 when this draft creates it. */
  readonly revision: number;
  readonly records: Map<string, PlacedEpisodeRecord>;
  readonly stored: CanonicalEpisode | null;
  /** Whether episode.released has ever been emitted. */
  releaseAnnounced: boolean;
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
