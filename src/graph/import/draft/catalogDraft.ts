import { isDeepStrictEqual } from 'node:util';
import type { Source } from '../../../database/generated/client.ts';
import type { CatalogChanges, EpisodeChange } from '../../publication/changes.ts';
import { AnimeDrafts } from './animeDrafts.ts';
import { type EpisodeDraft, SourcePriorities, WrittenRecords } from './drafts.ts';
import { EpisodeDrafts } from './episodeDrafts.ts';

/**
 * The part of the catalogue that a batch touches, in memory: filled from the tables (loadDraft), changed record by
 * record, then published in one go. It knows no rule of matching (planAnime, placeEpisodes) and writes nothing
 * (publish).
 */
export class CatalogDraft {
  readonly sources = new SourcePriorities();
  readonly written = new WrittenRecords();
  readonly anime = new AnimeDrafts(this.sources, this.written);
  readonly episodes = new EpisodeDrafts(this.sources, this.written);

  /** An empty draft that knows the sources. */
  static of(sources: readonly Source[]): CatalogDraft {
    const draft = new CatalogDraft();
    for (const source of sources) draft.sources.set(source.name, source);
    return draft;
  }

  /** The differences from what is stored, and the records that make them. */
  changes(): CatalogChanges {
    const { joined, revived, redirected } = this.episodes;
    const hosts = new Set([...joined.values()].map(({ into }) => into));
    return {
      records: [...this.written.values()],
      anime: [...this.anime.values()].flatMap(({ id, stored, now }) =>
        now === null || isDeepStrictEqual(stored, now) ? [] : [{ id, before: stored, now }],
      ),
      joinedEpisodes: joined,
      revivedEpisodes: [...revived],
      redirectedEpisodes: redirected,
      episodes: [...this.episodes.values()].flatMap((episode) => {
        const change = episodeChange(episode);
        if (change === null) return [];
        // Its event names the ids that became it, even if no field changed.
        if (hosts.has(episode.id)) return [{ ...change, decided: true }];
        // The episode that announced the release has left this one, which now needs an event of its own.
        const isOwed = change.now.status === 'released' && episode.wasAnnounced && !change.releaseAnnounced;
        return isOwed || !isDeepStrictEqual(change.before, change.now) ? [change] : [];
      }),
    };
  }
}

/** The episode as stored and as drafted; null for one that ends. */
export function episodeChange({ id, stored, now, announcedItself, ended }: EpisodeDraft): EpisodeChange | null {
  if (now === null) return null;
  const releaseAnnounced = announcedItself || ended.some((it) => it.announcedItself);
  return { id, before: stored, now, announcedItself, releaseAnnounced };
}
