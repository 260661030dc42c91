import { isDeepStrictEqual } from 'node:util';
import type { CatalogChanges } from '../publication/changes.ts';
import type { CatalogDraft } from './catalogDraft.ts';
import { episodeChange } from './episodeChange.ts';

/** What the draft changes, compared with what is stored. */
export function draftChanges(draft: CatalogDraft): CatalogChanges {
  return {
    anime: [...draft.anime.values()].flatMap(({ id, stored, now }) =>
      now === null || (stored !== null && isDeepStrictEqual(stored, now)) ? [] : [{ id, before: stored, now }],
    ),
    joinedEpisodes: draft.episodes.joined,
    revivedEpisodes: [...draft.episodes.revived],
    redirectedEpisodes: draft.episodes.redirected,
    episodes: [...draft.episodes.values()].flatMap((episode) => {
      const change = episodeChange(episode);
      if (change === null) return [];
      // One that had announced its release has left it.
      const isOwed = change.now.status === 'released' && episode.wasAnnounced && !change.releaseAnnounced;
      return isOwed || !isDeepStrictEqual(change.before, change.now) ? [change] : [];
    }),
  };
}
