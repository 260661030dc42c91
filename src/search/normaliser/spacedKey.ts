import { cutKey, cutWord } from './exactKey.ts';
import { fold } from './fold.ts';
import { textRuns } from './textRuns.ts';

/**
 * The folded words of a plain text with a space after each, so that a key ends at a word's end; a lone ー folds to no
 * word.
 */
export function spacedKey(plain: string): string {
  return textRuns(plain)
    .map(({ text }) => cutWord(fold(text)))
    .filter((word) => word !== '')
    .map((word) => `${word} `)
    .join('');
}

/** Letters that fold differently once the next one is typed: ch, fu. */
const TURNED: Readonly<Record<string, string>> = { c: 'ty', f: 'hu' };

/** Prefixes of the keys whose last word the text has half typed. */
export function halfTypedKeys(spaced: string): string[] {
  const open = spaced.slice(0, -1);
  const turned = TURNED[open.slice(-1)];
  return turned === undefined ? [open] : [open, cutKey(`0${open.slice(0, -1)}${turned}`).slice(1)];
}
