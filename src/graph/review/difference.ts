import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CanonicalAnime, CanonicalEpisode } from '../model/canonical.ts';
import type { Fields } from '../model/field.ts';

/** One changed field; values as JSON text. */
export type FieldDifference = {
  readonly field: string;
  /** Null for a new anime or episode. */
  readonly before: string | null;
  readonly after: string;
};

/** Members that are not single fields, by their names in REST. */
const OTHER_NAMES: Readonly<Record<string, string>> = { animeId: 'anime' };

/** The fields in which two canonical values differ, by their names in REST. */
export function differenceOf<T extends CanonicalAnime | CanonicalEpisode>(
  fields: Fields,
  before: T | null,
  after: T,
): FieldDifference[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old: unknown = before === null ? undefined : before[name as keyof T];
    const nothingNew = before === null && (value === null || (Array.isArray(value) && value.length === 0));
    if (nothingNew || isDeepStrictEqual(old, value)) return [];
    return [
      {
        field: fields[name]?.member ?? OTHER_NAMES[name] ?? name,
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

/** A short digest, used as the token of the effects that a reviewer has seen. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
}
