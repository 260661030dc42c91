import { cutWord } from './exactKey.ts';
import { fold } from './fold.ts';
import { LENGTH_CLASSES, textRuns } from './textRuns.ts';

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
