import { cutWord, isAscii } from './exactKey.ts';
import { fold } from './fold.ts';

/** Scripts written without spaces between words: their runs are indexed as sequences of characters. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆ﾞﾟ]';
const RUN = new RegExp(`${CJK}+|(?:(?!${CJK})[^ ])+`, 'gu');
const EACH_CJK = new RegExp(CJK, 'gu');
const BEGINS_WITH_CJK = new RegExp(`^${CJK}`, 'u');

export interface TextRun {
  readonly text: string;
  /** Whether it consists of Han and kana; else it contains none. */
  readonly cjk: boolean;
}

/** A plain text split at spaces and at the borders of scripts without spaces. */
export function textRuns(plain: string): TextRun[] {
  if (isAscii(plain)) return plain === '' ? [] : plain.split(' ').map((text) => ({ text, cjk: false }));
  return (plain.match(RUN) ?? []).map((text) => ({ text, cjk: BEGINS_WITH_CJK.test(text) }));
}

/** The number of Han and kana characters in a text. */
export function countCjk(text: string): number {
  if (isAscii(text)) return 0;
  return text.match(EACH_CJK)?.length ?? 0;
}

/** The pairs of neighbouring characters. */
export function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** Upper bounds, in letters, of all classes but the last. */
const BOUNDS = [6, 10, 15, 22, 32];

/** The number of length classes. */
export const LENGTH_CLASSES = BOUNDS.length + 1;

/**
 * The length of a squashed text in coarse steps: the difference of two classes measures how much of a title a query
 * covers. Han and kana count twice, because each says as much as two letters.
 */
export function lengthClass(squashed: string): number {
  const length = squashed.length + countCjk(squashed);
  const found = BOUNDS.findIndex((bound) => length <= bound);
  return found < 0 ? BOUNDS.length : found;
}

/** The folded words of a plain text, a space after each, so that a key ends at a word's end; a lone ー is no word. */
export function spacedKey(plain: string): string {
  return textRuns(plain)
    .map(({ text }) => cutWord(fold(text)))
    .filter((word) => word !== '')
    .map((word) => `${word} `)
    .join('');
}

/** The beginnings of index keys of any title that begins so. */
export function atEveryLength(begun: string): string[] {
  return Array.from({ length: LENGTH_CLASSES }, (_, length) => `${length}${begun}`);
}
