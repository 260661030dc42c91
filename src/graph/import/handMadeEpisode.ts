import type { CanonicalEpisode } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import { type EpisodeRecord, HAND_SOURCE } from './record.ts';

/** As handMadeRecord, of an episode. It names no number: it is about the episode, whatever number sources give it. */
export function handMadeEpisode(id: string, stored: CanonicalEpisode): EpisodeRecord {
  const { number: _, ...fields } = episodeFields;
  const members = Object.entries(fields).map(([name, { member }]) => [member, stored[name as keyof CanonicalEpisode]]);
  return {
    ...(Object.fromEntries(members) as Partial<EpisodeRecord>),
    type: 'episode',
    source: HAND_SOURCE,
    sourceId: id,
    titles: stored.titles.map((title) => ({ ...title })),
  };
}
