import { EPISODE_LIFE } from '../model/episodeLife.ts';
import { definedMembers } from './definedMembers.ts';
import type { AnimeRecord, CatalogRecord, EpisodeRecord } from './record.ts';

/** What a source said, overlaid with what it says now: absent is as before. */
export function overlay(before: CatalogRecord | undefined, said: CatalogRecord): CatalogRecord {
  if (before === undefined) return said;
  if (said.type === 'anime') return before.type === 'anime' ? overlayAnime(before, said) : said;
  return before.type === 'episode' ? overlayEpisode(before, said) : said;
}

/** What a source says now: what it said before, overlaid with what it says this time (absent = as before; null = unknown). */
export function overlayAnime(before: AnimeRecord | null, now: AnimeRecord): AnimeRecord {
  return before === null ? now : { ...before, ...definedMembers(now) };
}

/** As overlayAnime; leaving `released` clears the confirmation (docs/decisions.md#episode-matching). */
export function overlayEpisode(before: EpisodeRecord | null, now: EpisodeRecord): EpisodeRecord {
  const merged: EpisodeRecord = before === null ? { ...now } : { ...before, ...definedMembers(now) };
  const { retracts } = EPISODE_LIFE[before?.status ?? 'new'][merged.status ?? 'scheduled'];
  if (retracts && now.releasedAt === undefined) merged.releasedAt = null;
  return merged;
}
