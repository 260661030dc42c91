import { cutKey } from './exactKey.ts';
import { fold } from './fold.ts';
import { readHints } from './hints.ts';
import { squash } from './plainText.ts';
import { readPlain } from './readText.ts';
import { countCjk } from './textRuns.ts';
import { titleParts } from './titleParts.ts';

/** Shorter names belong to many. */
const MIN_LETTERS = 4;

/**
 * The names under which a title's work is continued: the whole title and each of its leading parts, without season, part, year and
 * format. Works that share one are a series.
 */
export function seriesKeys(title: string): string[] {
  const parts = titleParts(title);
  const names = new Set<string>();
  for (let end = 1; end <= Math.min(parts.length, 3); end++) {
    const name = cutKey(fold(squash(readHints(readPlain(parts.slice(0, end).join(' '))).name)));
    if (name.length + countCjk(name) >= MIN_LETTERS) names.add(name);
  }
  return [...names];
}
