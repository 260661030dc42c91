import type { PlacedEpisodeRecord } from './canonicalEpisode.ts';
import type { EpisodeDraft } from './drafts.ts';
import { RESERVED_SOURCES } from './record.ts';

/** An episode's records without those that are its own (ownRecords). */
export function statedRecords({ records }: Pick<EpisodeDraft, 'records'>): PlacedEpisodeRecord[] {
  return [...records.values()].filter(({ record }) => !RESERVED_SOURCES.has(record.source));
}

/** What reviewers decided of an episode, and what was made by hand: that is about the episode, whatever its number. */
export function ownRecords({ records }: Pick<EpisodeDraft, 'records'>): PlacedEpisodeRecord[] {
  return [...records.values()].filter(({ record }) => RESERVED_SOURCES.has(record.source));
}
