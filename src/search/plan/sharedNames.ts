import { SUBTITLED } from '../normaliser/titleKeys.ts';

/** So many works of a series, those with the least ids, tell its names. */
export const MOST_WORKS = 20;

/** The series keys under which a name is found. */
export function keysOfName(name: string): string[] {
  return [name, `${name}${SUBTITLED}`];
}

/**
 * The other names of a series, each of half of its works or more: ワンピース stands before the subtitles of films alone, and
 * so does One Piece, which is the whole title of the series.
 * @param works the series keys of each work that has the name, and whether that is a whole title of it
 */
export function sharedNames(
  name: string,
  works: readonly { readonly series: readonly string[]; readonly isWhole: boolean }[],
): string[] {
  if (works.length < 2 || works.some(({ isWhole }) => isWhole)) return [];
  const counts = new Map<string, number>();
  for (const { series } of works) for (const key of series) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const key of keysOfName(name)) counts.delete(key);
  return [...counts].filter(([, count]) => 2 * count >= works.length).map(([key]) => key.trimEnd());
}
