import { readHints } from './hints.ts';
import { readPlain, titleParts } from './readText.ts';

/** A single letter is no abbreviation. */
const MIN_INITIALS = 2;

/** Fewer among other words are words of their own ("ep"). */
const MIN_AMONG_WORDS = 3;

/** Longer ones are not typed. */
const MAX_INITIALS = 12;

/** The initials of a title: of every word ("snk"), with numbers in full ("mp100"), and without articles ("logh"). */
export function titleInitials(plain: string): string[] {
  const words = plain.split(' ');
  if (words.length < 2 || !words.every((word) => /^[a-z0-9]/.test(word))) return [];
  const initialsOf = (some: readonly string[]) => some.map((word) => word.charAt(0)).join('');
  const numbersWhole = words.map((word) => (/^\d+$/.test(word) ? word : word.charAt(0))).join('');
  return [initialsOf(words), numbersWhole, initialsOf(words.filter((word) => word !== 'the'))].filter(isInitials);
}

/** Whether a plain text may be initials: one word of a few letters and digits that begins with a letter. */
export function isInitials(plain: string): boolean {
  return /^[a-z][a-z0-9]*$/.test(plain) && plain.length >= MIN_INITIALS && plain.length <= MAX_INITIALS;
}

/** Whether a word beside others may be a short form. */
export function mayBeShort(word: string): boolean {
  return word.length >= MIN_AMONG_WORDS && isInitials(word);
}

const [MIN_WORDS, MAX_WORDS] = [2, 4];
const MIN_LETTERS = 3;
const MAX_LETTERS = 5;
const NUMBERS_AT_END = /(?: \d+)+$/;
const LATIN_WORDS = /^[a-z]+(?: [a-z]+)*$/;
const NOT_CONSONANTS = /[^bcdfghjklmnpqrstvwxz]/g;

/**
 * A short title's initials with one more consonant of a word (Jujutsu Kaisen: jjk, Chainsaw Man: csm, Fullmetal
 * Alchemist: fma), of the whole title and of its first part; the initials of its other parts.
 */
export function abbreviations(title: string): string[] {
  const [name = '', ...others] = titleParts(title).map((part) => readPlain(part));
  const names = [
    ...new Set([readPlain(title), name].map((plain) => readHints(plain).name.replace(NUMBERS_AT_END, ''))),
  ];
  return [...new Set([...names.flatMap(abbreviationsOf), ...others.flatMap(titleInitials).filter(isAbbreviation)])];
}

/** Whether a squashed text may be such an abbreviation. */
export function isAbbreviation(raw: string): boolean {
  return /^[a-z]+$/.test(raw) && raw.length >= MIN_LETTERS && raw.length <= MAX_LETTERS;
}

/** The abbreviations of a plain text. */
function abbreviationsOf(plain: string): string[] {
  const words = plain.split(' ');
  if (!LATIN_WORDS.test(plain) || words.length < MIN_WORDS || words.length > MAX_WORDS) return [];
  const initials = words.map((word) => word.charAt(0));
  return words
    .flatMap((word, at) => [...inner(word)].map((consonant) => initials.with(at, initials[at] + consonant).join('')))
    .filter(isAbbreviation);
}

function inner(word: string): string {
  return word.slice(1).replace(NOT_CONSONANTS, '');
}

const MIN_OPENING = 5;
const MAX_OPENING = 14;
const LATIN_KEY = /^[a-z0-9]+$/;

/** Prefixes of keys in Latin letters, for half-typed text with a typing error. */
export function openings(keys: readonly string[]): string[] {
  const all = new Set<string>();
  for (const key of keys) {
    if (!LATIN_KEY.test(key)) continue;
    for (let end = MIN_OPENING; end <= Math.min(MAX_OPENING, key.length - 1); end++) all.add(key.slice(0, end));
  }
  return [...all];
}

/** Whether a folded text can be such a prefix with one error. */
export function isOpening(folded: string): boolean {
  return LATIN_KEY.test(folded) && folded.length >= MIN_OPENING && folded.length <= MAX_OPENING;
}
