import { isAscii } from './exactKey.ts';

/** Letters with strokes and ligatures, which have no decomposition. */
const UNDECOMPOSED = new Map(
  'ß=ss æ=ae œ=oe ø=o đ=d ð=d ħ=h ı=i ł=l ŧ=t þ=th'.split(' ').map((pair) => pair.split('=') as [string, string]),
);

/**
 * Combining diacritics of the European scripts, and variation selectors. Marks of other scripts stay: they are vowels
 * there, or the voicing of kana.
 */
const STRIPPED_MARKS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]+/gu;
const APOSTROPHES = /['’‘ʼʹ`´]+/gu;
const NEITHER_LETTER_NOR_NUMBER = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * An exact key with marks stripped and each run of punctuation, symbols and spaces as one space.
 * Apostrophes are removed, so that "JoJo's" is one word.
 */
export function plainText(exact: string): string {
  return unmarked(exact).replace(APOSTROPHES, '').replace(NEITHER_LETTER_NOR_NUMBER, ' ').trim();
}

function unmarked(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize('NFD')
    .replace(STRIPPED_MARKS, '')
    .normalize('NFC')
    .replace(/[ßæœøđðħıłŧþ]/gu, (letter) => UNDECOMPOSED.get(letter) ?? letter);
}

/** Without its spaces, before it is folded: a fold across a word border must not depend on the space. */
export function squash(plain: string): string {
  return plain.replaceAll(' ', '');
}
