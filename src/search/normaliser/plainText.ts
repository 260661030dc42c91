/**
 * Longest key in UTF-8 bytes, because Lucene refuses a longer prefix. A query of 200 code points stays
 * below it unless NFKC expands its characters.
 */
const MAX_KEY_BYTES = 1000;

/** Longest word in UTF-16 units: Lucene's whitespace tokenizer splits longer ones. */
const MAX_WORD_LENGTH = 255;

const keyBytes = new Uint8Array(MAX_KEY_BYTES);
const encoder = new TextEncoder();

/** Cuts a key to the length that an index accepts, between two characters. */
export function cutKey(key: string): string {
  if (key.length * 3 <= MAX_KEY_BYTES) return key;
  return key.slice(0, encoder.encodeInto(key, keyBytes).read);
}

/** Cuts a word to the length that an index accepts, between two characters. */
export function cutWord(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word;
  const cut = word.slice(0, MAX_WORD_LENGTH);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * The key of an exact hit: NFKC, lower case, white space and control characters as single spaces, invisible format
 * characters removed. Punctuation, marks and emoji stay: titles without letters have only this key. A lone surrogate
 * counts as U+FFFD.
 */
export function exactKey(text: string): string {
  return (isAscii(text) ? text.toLowerCase() : compatible(text)).replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function compatible(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '');
}

const ASCII = /^[\0-\x7F]*$/;

/** Most titles are: Unicode normalisation leaves them unchanged, and their words lie between spaces. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

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
