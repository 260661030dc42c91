import { isDeepStrictEqual } from 'node:util';
import type { CatalogRecord } from '../import/record.ts';
import { animeFields } from '../model/animeFields.ts';
import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import { episodeFields } from '../model/episodeFields.ts';
import type { Fields } from '../model/field.ts';

/** Lists that are unions of all sources. */
const UNIONS = ['titles', 'genres', 'studios', 'externalIds', 'relations'];

const SAME = 'it is already so';
const UNION = 'the union of all sources, which already holds it';
const UNKNOWN = 'unknown does not replace what another source states';
const OUTRANKED = 'a source of higher priority says otherwise';

/** Why approving a record would not change the current value, member by member. */
export function nothingToApprove(record: CatalogRecord, canonical: CanonicalAnime | CanonicalEpisode): string {
  const members: Readonly<Record<string, unknown>> = record;
  const current: Readonly<Record<string, unknown>> = { ...canonical };
  const fields: Fields = record.type === 'anime' ? animeFields : episodeFields;
  const reasons = new Map([SAME, UNION, UNKNOWN, OUTRANKED].map((reason) => [reason, [] as string[]]));
  for (const member of UNIONS) if (members[member] !== undefined) reasons.get(UNION)?.push(member);
  for (const [name, { member, unknown }] of Object.entries(fields)) {
    const value = members[member];
    if (value === undefined) continue;
    const reason = isDeepStrictEqual(value, current[name])
      ? SAME
      : value === null || value === unknown
        ? UNKNOWN
        : OUTRANKED;
    reasons.get(reason)?.push(member);
  }
  const details = [...reasons]
    .filter(([, names]) => names.length > 0)
    .map(([why, names]) => `${names.join(', ')}: ${why}`);
  return `Approving this would change nothing (${details.join('; ')}).`;
}
