import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import { sameAnime, sameEpisode } from '../model/compareCanonical.ts';
import { episodeEvent } from '../model/episodeLife.ts';
import type { EventKind } from '../model/vocabulary.ts';

/** An anime to publish: as stored (null: new) and as it is to be. */
export interface AnimeChange {
  readonly id: string;
  readonly before: CanonicalAnime | null;
  readonly now: CanonicalAnime;
  /** A decision that is an update by itself, whatever the fields say: two anime became this one. */
  readonly decided?: boolean;
}

/** An episode to publish. */
export interface EpisodeChange {
  readonly id: string;
  readonly before: CanonicalEpisode | null;
  readonly now: CanonicalEpisode;
  /** As in AnimeChange: two episodes became this one. */
  readonly decided?: boolean;
  /** Whether episode.released has been emitted for this id. */
  readonly announcedItself: boolean;
  /** Whether it has been for this id or one that leads to it: it is, once ever (docs/contract.md#events). */
  readonly releaseAnnounced: boolean;
}

/** Everything one publication changes. */
export interface CatalogChanges {
  readonly anime: readonly AnimeChange[];
  readonly episodes: readonly EpisodeChange[];
  /** Episodes that end. */
  readonly joinedEpisodes?: ReadonlyMap<string, JoinedEpisode>;
  /** Ids of episodes that had ended and return; they are among the changed ones. */
  readonly revivedEpisodes?: readonly string[];
  /** Where ids of episodes that had ended lead from now on. */
  readonly redirectedEpisodes?: ReadonlyMap<string, string>;
}

/** How an episode ends. */
export interface JoinedEpisode {
  /** The episode that it became: its id leads there. */
  readonly into: string;
  /** The record that its id followed: with it the episode may return. Null: none was left. */
  readonly followed: { readonly source: string; readonly sourceId: string } | null;
}

/** Who publishes, and by which way in: only imports and reviews do (docs/contract.md#events). */
export interface PublicationSource {
  readonly kind: 'import' | 'review';
  /** The person or tool behind it, for the record. */
  readonly actor: string | null;
  /** Why, for the record. */
  readonly reason?: string | null;
  /** The two anime of a merge, for the record. */
  readonly merge?: { readonly mergedId: string; readonly survivorId: string };
  readonly at: Date;
}

/** An event as published: its bytes are final. */
export interface PublishedEvent {
  /** Gapless, in commit order. */
  readonly position: bigint;
  readonly id: string;
  readonly kind: EventKind;
  readonly animeId: string;
  readonly episodeId: string | null;
  /** The entity's revision after the publication. */
  readonly revision: number;
  readonly occurredAt: string;
  /** The body of every delivery, as JSON text. */
  readonly payload: string;
}

/** Whether a reader of the anime sees this change; popularity alone is none. */
export function isVisibleAnime({ before, now, decided }: AnimeChange): boolean {
  return before === null || decided === true || !sameAnime(before, now);
}

/**
 * Whether a reader of the episode sees this change, or is to be told of a release that was never announced;
 * the language of its one title is no change.
 */
export function isVisibleEpisode(change: EpisodeChange): boolean {
  const { before, now, decided } = change;
  return before === null || decided === true || !sameEpisode(before, now) || eventOf(change) === 'episode.released';
}

/** The event of a visible change. */
export function eventOf({ before, now, releaseAnnounced }: EpisodeChange): EventKind {
  return episodeEvent(before?.status ?? 'new', now.status, releaseAnnounced);
}
