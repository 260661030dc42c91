import type { AnimeRecord, EpisodeRecord } from '../import/record.ts';
import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import type { Fields } from '../model/field.ts';

/** Lists to which every source adds. */
const UNIONS = ['titles', 'genres', 'studios', 'externalIds'];

/** Why approving a record changes nothing of what stands there, member by member of what it says. */
export function nothingToApprove(
  record: AnimeRecord | EpisodeRecord,
  canonical: CanonicalAnime | CanonicalEpisode,
): string {
  const fields: Fields = record.type === 'anime' ? animeFields : episodeFields;
  const there: string[] = [];
  const unsaid: string[] = [];
  const outranked: string[] = [];
  for (const [name, { member, unknown }] of Object.entries(fields)) {
    const said = record[member as keyof typeof record] as unknown;
    if (said === undefined) continue;
    const standing = canonical[name as keyof typeof canonical];
    if (said === standing) there.push(member);
    else (said === null || said === unknown ? unsaid : outranked).push(member);
  }
  const joined = UNIONS.filter((member) => record[member as keyof typeof record] !== undefined);
  const reasons = [
    there.length > 0 ? `${there.join(', ')}: it is so already` : null,
    joined.length > 0 ? `${joined.join(', ')}: the union of all sources, in which this is` : null,
    unsaid.length > 0 ? `${unsaid.join(', ')}: unknown says nothing where another source knows` : null,
    outranked.length > 0 ? `${outranked.join(', ')}: a source that is believed more says otherwise` : null,
  ];
  return `Approving this would change nothing (${reasons.filter((it) => it !== null).join('; ')}).`;
}
