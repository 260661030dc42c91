import { isDeepStrictEqual } from 'node:util';
import type { CatalogChanges } from '../publication/changes.ts';
import type { CatalogDraft } from './catalogDraft.ts';

/** What the draft changes, compared with what is stored. */
export function draftChanges(draft: CatalogDraft): CatalogChanges {
  return {
    anime: [...draft.anime.values()].flatMap(({ id, stored, now }) =>
      now === null || (stored !== null && isDeepStrictEqual(stored, now)) ? [] : [{ id, before: stored, now }],
    ),
    joinedEpisodes: draft.episodes.joined,
    revivedEpisodes: [...draft.episodes.revived],
    episodes: [...draft.episodes.values()].flatMap(({ id, stored, now, releaseAnnounced }) =>
      now === null || (stored !== null && isDeepStrictEqual(stored, now))
        ? []
        : [{ id, before: stored, now, releaseAnnounced }],
    ),
  };
}
