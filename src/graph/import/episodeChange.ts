import type { EpisodeChange } from '../publication/changes.ts';
import type { EpisodeDraft } from './drafts.ts';

/** The episode as stored and as it is in the draft; null for one that ends there. */
export function episodeChange({ id, stored, now, announcedItself, ended }: EpisodeDraft): EpisodeChange | null {
  if (now === null) return null;
  const releaseAnnounced = announcedItself || ended.some((it) => it.announcedItself);
  return { id, before: stored, now, announcedItself, releaseAnnounced };
}
