import type { ClauseOf, KeyClause, NameAmong } from './clause.ts';
import { FEWEST_BITS, type WordFrequencies } from './weighBag.ts';

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
