import type { CanonicalEpisode } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { mergeFields } from '../model/field.ts';
import { mergeTitles } from './mergeAnime.ts';
import type { EpisodeRecord } from './record.ts';

/** An episode record with the canonical anime that its parent's key leads to. */
export interface PlacedEpisodeRecord {
  readonly record: EpisodeRecord;
  readonly animeId: string;
}

/**
 * The canonical value of an episode from its records, the most believed first. The status and its confirmation come from one
 * record: a release is what one source confirmed, never one source's status beside another's time.
 */
export function mergeEpisode(records: readonly PlacedEpisodeRecord[]): CanonicalEpisode {
  const placed = records[0];
  if (placed === undefined) throw new Error('an episode has at least one record');
  const stated = records.map(({ record }) => record);
  const standing = stated.find(({ status }) => status !== undefined);
  return {
    animeId: placed.animeId,
    ...mergeFields(episodeFields, stated),
    titles: mergeTitles(stated.map(({ titles }) => titles)),
    status: standing?.status ?? episodeFields.status.unknown,
    releasedAt: standing?.status === 'released' ? (standing.releasedAt ?? null) : null,
  };
}
