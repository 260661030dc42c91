import { cutKey } from './exactKey.ts';
import { fold } from './fold.ts';
import { readHints } from './hints.ts';
import { squash } from './plainText.ts';
import { countCjk } from './textRuns.ts';

/** Shorter names belong to many. */
const MIN_LETTERS = 4;
const MAX_PARTS = 3;
/** The first of a numbered series: no hint, as a lone I may be anything. */
const FIRST = / [1i]$/;

/**
 * The names under which a title's work is continued: the whole title and each of its leading parts, without season, part, year and
 * format. Works that share one are a series.
 * @param parts the plain texts of the title's parts
 * @param whole the name of the whole title, without hints
 */
export function seriesKeys(parts: readonly string[], whole: string): string[] {
  const names = new Set<string>();
  for (let end = 1; end <= Math.min(parts.length, MAX_PARTS); end++) {
    const plain = end === parts.length ? whole : readHints(parts.slice(0, end).join(' ')).name;
    const name = cutKey(fold(squash(plain.replace(FIRST, ''))));
    if (name.length + countCjk(name) >= MIN_LETTERS) names.add(name);
  }
  return [...names];
}
