import type { TextRange, TitleMatch } from '../../graph/search/queryReading.ts';
import { isAscii } from '../normaliser/plainText.ts';
import { type MatchedWords, matchTitle } from './matchTitle.ts';
import type { PlacedWord } from './placedWords.ts';

/** An error in a word makes its match worth less, and a contraction does. */
const CORRECTED = 0.6;
/** Of titles with the same words the preferred one matches, then one in the query's script, then the shorter. */
const PER_LETTER = 0.0001;
const OTHER_SCRIPT = 0.1;
/** What of a title a query in ASCII can match: Latin letters, numbers, and kana by their reading. */
const READ_IN_ASCII = /[\p{Script=Latin}\p{N}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What a title is worth less, of titles that match alike. */
function lessWorth(title: string, isTypedInAscii: boolean): number {
  return title.length * PER_LETTER + (isAscii(title) === isTypedInAscii ? 0 : OTHER_SCRIPT);
}

/** The best title, and the words that it has with other letters. */
export interface BestMatch extends TitleMatch {
  readonly corrected: MatchedWords['corrected'];
}

/** The title that has most of the words; undefined when none has any. */
export function bestMatch(words: readonly PlacedWord[], titles: readonly string[]): BestMatch | undefined {
  let best: { readonly at: number; readonly worth: number; readonly matched: MatchedWords } | undefined;
  const isTypedInAscii = words.every(({ written }) => isAscii(written));
  for (const [at, title] of titles.entries()) {
    if (isTypedInAscii && !READ_IN_ASCII.test(title)) continue;
    const matched = matchTitle(words, title);
    const worth = worthOf(matched) - lessWorth(title, isTypedInAscii);
    const isBetter = best === undefined || worth > best.worth;
    if (matched.ranges.length > 0 && isBetter) best = { at, worth: at === 0 ? worthOf(matched) : worth, matched };
    // A preferred title with all words is the one.
    const isWhole = matched.found.size === words.length && matched.corrected.size === 0 && !matched.isContracted;
    if (at === 0 && isWhole) break;
  }
  if (best === undefined) return undefined;
  const { at, matched } = best;
  const ranges = matched.ranges.map((range) => inCharacters(titles[at] as string, range));
  return { title: at, ranges, corrected: matched.corrected };
}

function worthOf({ found, corrected, isContracted }: MatchedWords): number {
  const worth = (word: PlacedWord) => word.plain.length * (corrected.has(word) || isContracted ? CORRECTED : 1);
  return [...found].reduce((sum, word) => sum + worth(word), 0);
}

/** A range in UTF-16 units as one in code points. */
function inCharacters(text: string, { start, end }: TextRange): TextRange {
  const before = [...text.slice(0, start)].length;
  return { start: before, end: before + [...text.slice(start, end)].length };
}
