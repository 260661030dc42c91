import { EPISODE_LIFE } from '../model/episodeLife.ts';
import type { AnimeRecord, EpisodeRecord } from './record.ts';

/** What a source says now: what it said before, overlaid with what it says this time (absent = as before; null = unknown). */
export function mergeAnimeRecord(before: AnimeRecord | null, now: AnimeRecord): AnimeRecord {
  return before === null ? now : { ...before, ...defined(now) };
}

/** As mergeAnimeRecord; leaving `released` clears the confirmation (docs/decisions.md#episode-matching). */
export function mergeEpisodeRecord(before: EpisodeRecord | null, now: EpisodeRecord): EpisodeRecord {
  const merged: EpisodeRecord = before === null ? { ...now } : { ...before, ...defined(now) };
  const { retracts } = EPISODE_LIFE[before?.status ?? 'new'][merged.status ?? 'scheduled'];
  if (retracts && now.releasedAt === undefined) merged.releasedAt = null;
  return merged;
}

/**
 * Whether two records say the same. Records are compared member by member in a stable order: PostgreSQL's jsonb keeps none.
 */
export function sameRecord(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameRecord(item, b[i]))
    );
  }
  const left = defined(a as Record<string, unknown>);
  const right = defined(b as Record<string, unknown>);
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && sameRecord(left[name], right[name]))
  );
}

function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
