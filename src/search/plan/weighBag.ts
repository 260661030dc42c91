import type { Clause } from './clause.ts';

type BagClause = Extract<Clause, { kind: 'bag' }>;

/** How often words occur in the whole index. */
export interface WordFrequencies {
  /** The number of anime. */
  readonly anime: number;
  /** The number of anime one of whose titles has the word. */
  of(word: string): number;
}

/** The points of each word of a bag that the index knows, and the least sum of a match. */
export interface WeighedBag {
  readonly words: readonly { readonly word: string; readonly points: number }[];
  readonly least: number;
}

/** Commoner words identify no work, even together: the bits of a word that one anime in 500 has. */
const FEWEST_BITS = 9;
/** The part of the known words' weight that a match has: rare words stay, common ones may be left out. */
const LEAST_PART = 0.4;

/**
 * Weighs a bag's words: one that half as many anime have weighs a bit more. Unknown words weigh nothing.
 * @returns undefined when nothing can match
 */
export function weighBag(
  { words, shared, wanted }: Pick<BagClause, 'words' | 'shared' | 'wanted'>,
  frequencies: WordFrequencies,
): WeighedBag | undefined {
  const known = words.filter((word) => frequencies.of(word) > 0);
  const bits = known.map((word) => Math.log2((frequencies.anime + 1) / frequencies.of(word)));
  const all = bits.reduce((sum, each) => sum + each, 0);
  // In a small catalogue a word of one anime alone suffices.
  const fewest = Math.min(FEWEST_BITS, Math.log2(frequencies.anime + 1));
  if (wanted === 'all' ? known.length < words.length : all < fewest) return undefined;
  const points = bits.map((each) => Math.max(1, Math.round((shared * each) / all)));
  const least =
    wanted === 'all'
      ? points.reduce((sum, each) => sum + each, 0)
      : Math.floor((shared * Math.max(fewest, all * LEAST_PART)) / all);
  return { words: known.map((word, i) => ({ word, points: points[i] as number })), least };
}
