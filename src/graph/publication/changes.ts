import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import { sameAnime, sameEpisode } from '../model/compareCanonical.ts';
import { episodeEvent } from '../model/episodeLife.ts';
import type { EventKind } from '../model/vocabulary.ts';
import type { WrittenRecord } from './writeRecords.ts';

/** What a restored anime or episode has from the installation that dumped it. */
export interface RestoredFacts {
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Identifiers that lead to it: of anime that were merged into it, of episodes that became it. */
  readonly led: readonly string[];
}

/** A change of an anime: the stored value (null: new) and the new one. */
export interface AnimeChange {
  readonly id: string;
  readonly before: CanonicalAnime | null;
  readonly now: CanonicalAnime;
  /** Whether a decision is an update even without a changed field: another anime was merged into this one. */
  readonly decided?: boolean;
  /** Of a new one from a dump. */
  readonly restored?: RestoredFacts;
}

/** A change of an episode. */
export interface EpisodeChange {
  readonly id: string;
  readonly before: CanonicalEpisode | null;
  readonly now: CanonicalEpisode;
  /** As in AnimeChange: another episode was joined with this one. */
  readonly decided?: boolean;
  /** Whether episode.released has been emitted for this id. */
  readonly announcedItself: boolean;
  /** Whether it has been for this id or one that leads to it: it is emitted once, ever (docs/contract.md#events). */
  readonly releaseAnnounced: boolean;
  /** As in AnimeChange. */
  readonly restored?: RestoredFacts;
}

/** All changes of one publication. */
export interface CatalogChanges {
  readonly anime: readonly AnimeChange[];
  readonly episodes: readonly EpisodeChange[];
  /** Records that become the last ones of their keys. */
  readonly records?: readonly WrittenRecord[];
  /** Episodes that end. */
  readonly joinedEpisodes?: ReadonlyMap<string, JoinedEpisode>;
  /** Ids of ended episodes that return; they are among the changed ones. */
  readonly revivedEpisodes?: readonly string[];
  /** New targets for ids of ended episodes. */
  readonly redirectedEpisodes?: ReadonlyMap<string, string>;
}

/** How an episode ends. */
export interface JoinedEpisode {
  /** The episode that it became, to which its id leads. */
  readonly into: string;
  /** The record that its id followed and with which the episode may return. Null: none was left. */
  readonly followed: { readonly source: string; readonly sourceId: string } | null;
}

/** The publisher and the kind of publication: only imports and reviews publish (docs/contract.md#events). */
export interface PublicationOrigin {
  readonly kind: 'import' | 'review';
  /** The person or tool, for the record. */
  readonly actor: string | null;
  /** The reason, for the record. */
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
  /** Ids of anime or episodes that became this one with it. */
  readonly ended: readonly string[];
}

/** Whether the change is visible to readers of the anime; a change of popularity is not. */
export function isVisibleAnime({ before, now, decided }: AnimeChange): boolean {
  return before === null || decided === true || !sameAnime(before, now);
}

/**
 * Whether readers of the episode see this change, or a release must be announced that never was; a change of its only
 * title's language is not visible.
 */
export function isVisibleEpisode(change: EpisodeChange): boolean {
  const { before, now, decided } = change;
  return before === null || decided === true || !sameEpisode(before, now) || eventOf(change) === 'episode.released';
}

/** The event of a visible change. */
export function eventOf({ before, now, releaseAnnounced }: EpisodeChange): EventKind {
  return episodeEvent(before?.status ?? 'new', now.status, releaseAnnounced);
}

/** The columns of a restored row that its publication does not set. */
export function restoredColumns(restored: RestoredFacts | undefined): Record<string, string | number> {
  if (restored === undefined) return {};
  return { revision: restored.revision, created_at: restored.createdAt, updated_at: restored.updatedAt };
}
