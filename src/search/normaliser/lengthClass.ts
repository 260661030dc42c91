import { countCjk } from './textRuns.ts';

/** Upper bounds of the classes but the last, in letters. */
const BOUNDS = [6, 10, 15, 22, 32];

/** How many classes of length there are. */
export const LENGTH_CLASSES = BOUNDS.length + 1;

/**
 * How long a squashed text is, in coarse steps: what a query covers of a title is told by the difference of their classes. Han and
 * kana count twice, as they say as much as two letters.
 */
export function lengthClass(squashed: string): number {
  const length = squashed.length + countCjk(squashed);
  const found = BOUNDS.findIndex((bound) => length <= bound);
  return found < 0 ? BOUNDS.length : found;
}
