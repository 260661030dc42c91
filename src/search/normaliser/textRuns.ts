/** Scripts written without spaces between words: their runs are indexed as sequences of characters. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々〆]';
const RUN = new RegExp(`${CJK}+|(?:(?!${CJK})[^ ])+`, 'gu');
const EACH_CJK = new RegExp(CJK, 'gu');
const BEGINS_WITH_CJK = new RegExp(`^${CJK}`, 'u');

/** Most titles are, and their runs are their words. */
const ASCII = /^[\0-\x7F]*$/;

export interface TextRun {
  readonly text: string;
  /** Whether it is of Han and kana; else it has none. */
  readonly cjk: boolean;
}

/** A plain text cut at spaces and where a script without spaces begins or ends. */
export function textRuns(plain: string): TextRun[] {
  if (ASCII.test(plain)) return plain === '' ? [] : plain.split(' ').map((text) => ({ text, cjk: false }));
  return (plain.match(RUN) ?? []).map((text) => ({ text, cjk: BEGINS_WITH_CJK.test(text) }));
}

/** How many Han and kana a text has. */
export function countCjk(text: string): number {
  if (ASCII.test(text)) return 0;
  return text.match(EACH_CJK)?.length ?? 0;
}

/** The sequences of `length` neighbouring characters. */
export function grams(characters: readonly string[], length: number): string[] {
  const all: string[] = [];
  for (let end = length; end <= characters.length; end++) all.push(characters.slice(end - length, end).join(''));
  return all;
}

/** Upper bounds of the classes but the last, in letters. */
const BOUNDS = [6, 10, 15, 22, 32];

/** How many classes of length there are. */
export const LENGTH_CLASSES = BOUNDS.length + 1;

/**
 * How long a squashed text is, in coarse steps: what a query covers of a title is told by the difference of their
 * classes. Han and kana count twice, as they say as much as two letters.
 */
export function lengthClass(squashed: string): number {
  const length = squashed.length + countCjk(squashed);
  const found = BOUNDS.findIndex((bound) => length <= bound);
  return found < 0 ? BOUNDS.length : found;
}
