import { mergeAnimeRecord, mergeEpisodeRecord } from './mergeRecord.ts';
import type { CatalogRecord } from './record.ts';

/** What a source said, overlaid with what it says now: absent is as before. */
export function overlaid(before: CatalogRecord | undefined, said: CatalogRecord): CatalogRecord {
  if (before === undefined) return said;
  if (said.type === 'anime') return before.type === 'anime' ? mergeAnimeRecord(before, said) : said;
  return before.type === 'episode' ? mergeEpisodeRecord(before, said) : said;
}
