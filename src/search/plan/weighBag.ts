import { atEveryLength, countCjk } from '../normaliser/textRuns.ts';
import type { ClauseOf } from './clause.ts';
import { BEGUN_PART, RELAXED } from './points.ts';

/** How often words occur in the whole index. */
export interface WordFrequencies {
  /** The number of anime. */
  readonly anime: number;
  /** The number of anime one of whose titles has the word. */
  of(word: string): number;
}

/** The points of each word of a bag that the index knows, and the least sum of a match. */
export interface WeighedBag {
  readonly words: readonly WeighedWord[];
  readonly least: number;
}

export interface WeighedWord {
  readonly word: string;
  readonly points: number;
  /** Added to the points of a match one of whose titles begins with the word. */
  readonly begun: number;
}

/** Commoner words identify no work, even together: the bits of a word that one anime in 500 has. */
export const FEWEST_BITS = 9;
/** The part of the known words' weight that a match has: rare words stay, common ones may be left out. */
const LEAST_PART = 0.4;

/**
 * Weighs a bag's words: one that half as many anime have weighs a bit more. Unknown words weigh as much as the rarest,
 * of the points alone: a common word beside one is no match of the whole query.
 * @returns undefined when nothing can match
 */
export function weighBag({ words }: ClauseOf<'bag'>, frequencies: WordFrequencies): WeighedBag | undefined {
  const known = words.filter((word) => frequencies.of(word) > 0);
  const rarest = Math.log2(frequencies.anime + 1);
  const bits = known.map((word) => rarest - Math.log2(frequencies.of(word)));
  const all = bits.reduce((sum, each) => sum + each, 0);
  const shares = all + (words.length - known.length) * rarest;
  // In a small catalogue a word of one anime alone suffices.
  const fewest = Math.min(FEWEST_BITS, rarest);
  if (all < fewest) return undefined;
  const points = bits.map((each) => Math.max(1, Math.round((RELAXED.words * each) / shares)));
  return {
    words: known.map((word, i) => {
      const of = points[i] as number;
      return { word, points: of, begun: Math.round(of * BEGUN_PART) };
    }),
    least: Math.floor((RELAXED.words * Math.max(fewest, all * LEAST_PART)) / shares),
  };
}

/** The prefixes that a key in the field `spaced` has when its title begins with the word. */
export function beginningsWith(word: string): string[] {
  return atEveryLength(countCjk(word) > 0 ? word : `${word} `);
}
