import { EPISODE_LIFE } from '../model/episodeLife.ts';
import type { AnimeRecord, CatalogRecord, EpisodeRecord } from './record.ts';

/** A source's earlier record with this one laid over it: absent members stay as before, null ones become unknown. */
export function overlay(before: CatalogRecord | undefined, record: CatalogRecord): CatalogRecord {
  if (record.type === 'anime') return overlayAnime(before?.type === 'anime' ? before : null, record);
  return overlayEpisode(before?.type === 'episode' ? before : null, record);
}

/** As overlay. */
export function overlayAnime(before: AnimeRecord | null, record: AnimeRecord): AnimeRecord {
  return before === null ? record : { ...before, ...definedMembers(record) };
}

/** As overlay; leaving `released` clears the confirmation (docs/episodes.md). */
export function overlayEpisode(before: EpisodeRecord | null, record: EpisodeRecord): EpisodeRecord {
  const merged: EpisodeRecord = { ...before, ...definedMembers(record) };
  const { retracts } = EPISODE_LIFE[before?.status ?? 'new'][merged.status ?? 'scheduled'];
  if (retracts && record.releasedAt === undefined) merged.releasedAt = null;
  return merged;
}

/** Whether two records, or members of records, are equal. The order of members is ignored, because jsonb keeps none. */
export function sameRecord(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = definedMembers(a as Record<string, unknown>);
  const right = definedMembers(b as Record<string, unknown>);
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && sameRecord(left[name], right[name]))
  );
}

function definedMembers<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
