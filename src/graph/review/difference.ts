import { isDeepStrictEqual } from 'node:util';
import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';

/** One field that a decision would change; values as JSON text. */
export interface FieldDifference {
  readonly field: string;
  /** Null for a new anime or episode. */
  readonly before: string | null;
  readonly after: string;
}

/** Fields under the names that REST serves them by. */
const NAMES: Readonly<Record<string, string>> = { episodeCount: 'episodes', animeId: 'anime' };

/** The fields in which two canonical values differ, in the order of the resource. */
export function differenceOf<T extends CanonicalAnime | CanonicalEpisode>(
  before: T | null,
  after: T,
): FieldDifference[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old: unknown = before === null ? undefined : before[name as keyof T];
    const nothingNew = before === null && (value === null || (Array.isArray(value) && value.length === 0));
    if (nothingNew || isDeepStrictEqual(old, value)) return [];
    return [
      {
        field: NAMES[name] ?? name,
        before: old === undefined ? null : JSON.stringify(old),
        after: JSON.stringify(value),
      },
    ];
  });
}

/** The difference in one line, for an error's message. */
export function describeDifference(difference: readonly FieldDifference[]): string {
  if (difference.length === 0) return 'nothing';
  return difference.map(({ field, before, after }) => `${field}: ${before ?? 'nothing'} → ${after}`).join('; ');
}
