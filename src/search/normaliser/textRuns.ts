import { fold } from './fold.ts';
import { cutWord, isAscii } from './plainText.ts';

/** Scripts written without spaces between words: their runs are indexed as sequences of characters. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆ﾞﾟ]';
const RUN = new RegExp(`${CJK}+|(?:(?!${CJK})[^ ])+`, 'gu');
const EACH_CJK = new RegExp(CJK, 'gu');
const BEGINS_WITH_CJK = new RegExp(`^${CJK}`, 'u');

/** A plain text split at spaces and around Han and kana: a run consists of these, or has none. */
export function textRuns(plain: string): { readonly text: string; readonly cjk: boolean }[] {
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

/**
 * The tokens of a title's plain text: words as written and folded; for Han and kana folded characters and pairs,
 * also across spaces, which are often omitted there.
 */
export function titleTokens(plain: string): string[] {
  const tokens: string[] = [];
  let joined = '';
  const flush = () => {
    if (joined === '') return;
    const folded = [...fold(joined)];
    tokens.push(...folded, ...pairs(folded));
    joined = '';
  };
  for (const { text, cjk } of textRuns(plain)) {
    if (cjk) {
      joined += text;
    } else {
      flush();
      tokens.push(cutWord(text), cutWord(fold(text)));
    }
  }
  flush();
  return tokens;
}

/** No word contains it: plain text is letters and numbers. Two, so that no word becomes a marked one by one edit. */
const END = '$$';

/** The token of the last word of a title or of its part, often the name of a franchise. */
export function lastWordToken(folded: string): string {
  return cutWord(folded) + END;
}

/** The token of a plain text's last word; undefined when that is not in Latin letters. */
export function lastWordOf(plain: string): string | undefined {
  const word = /[a-z0-9]+$/.exec(plain)?.[0];
  return word === undefined ? undefined : lastWordToken(fold(word));
}
