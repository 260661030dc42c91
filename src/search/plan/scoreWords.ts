import { atEveryLength, countCjk } from '../normaliser/textRuns.ts';
import type { ClauseOf, KeyClause, NameAmong } from './clause.ts';
import { BEGUN_PART, RELAXED } from './points.ts';

/** How often words occur in the whole index. */
export interface WordFrequencies {
  /** The number of anime. */
  readonly anime: number;
  /** The number of anime one of whose titles has the word. */
  of(word: string): number;
}

/** Commoner words identify no work, even together: the bits of a word that one anime in 500 has. */
const FEWEST_BITS = 9;
/** The part of the known words' weight that a match has: rare words stay, common ones may be left out. */
const LEAST_PART = 0.4;

/**
 * Scores a bag's words by rarity: one that half as many anime have counts one bit more. Unknown words count as the
 * rarest, of the points alone: a common word beside one does not match the whole query.
 * @returns the points of each word that the index knows, what is added where a title begins with it, and the least sum
 * of a match; undefined when nothing can match
 */
export function scoreWords({ words }: ClauseOf<'bag'>, frequencies: WordFrequencies) {
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

/** Whether so many anime of the index have a word that it may be a needless one. */
function isCommon(word: string, frequencies: WordFrequencies): boolean {
  const anime = word === '' ? 0 : frequencies.of(word);
  return anime > 0 && anime * 2 ** FEWEST_BITS >= frequencies.anime;
}

/**
 * Of two names of which one contains the other's words the longer alone counts ("steins gate 0 anime" is not
 * Steins;Gate), and of the same words those without an error. An error is a word that no title has; beside a
 * name it may be a needless word.
 * @param isHeld whether any anime has it
 */
export function countedNames(
  { words, names, leavesCommon }: ClauseOf<'names'>,
  frequencies: WordFrequencies,
  isHeld: (name: NameAmong) => boolean,
): readonly KeyClause[] {
  const common = words.map((word) => !leavesCommon || isCommon(word, frequencies));
  const isUnknown = words.map((word) => word !== '' && frequencies.of(word) === 0);
  const held = names.filter(
    (name) =>
      common.every((each, at) => each || (at >= name.from && at < name.to)) &&
      (name.match.kind === 'term' || isUnknown.slice(name.from, name.to).includes(true)) &&
      isHeld(name),
  );
  const isBetter = (a: NameAmong, b: NameAmong) => {
    if (a.from > b.from || a.to < b.to || (a.match.kind === 'fuzzy' && b.match.kind === 'term')) return false;
    return a.to - a.from > b.to - b.from || (a.match.kind === 'term' && b.match.kind === 'fuzzy');
  };
  return held.filter((name) => !held.some((other) => isBetter(other, name))).map(({ match }) => match);
}
