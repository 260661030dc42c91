import { readPlain } from './readText.ts';
import { titleParts } from './titleParts.ts';

const MAX_WORDS = 4;
const MIN_LETTERS = 3;
const MAX_LETTERS = 5;
const LATIN_WORDS = /^[a-z]+(?: [a-z]+)*$/;
const NOT_CONSONANTS = /[^bcdfghjklmnpqrstvwxz]/g;

/**
 * What fans make of a short title's consonants: its initials with one more consonant of a word (Jujutsu Kaisen: jjk, Chainsaw Man:
 * csm, Fullmetal Alchemist: fma), or those of its only word (Durarara: drrr). Of the whole title and of its first part.
 */
export function abbreviations(title: string): string[] {
  const names = new Set([title, titleParts(title)[0] ?? title].map((name) => readPlain(name)));
  return [...new Set([...names].flatMap(abbreviationsOf))];
}

/** Whether a squashed text can be meant so. */
export function isAbbreviation(raw: string): boolean {
  return /^[a-z]+$/.test(raw) && raw.length >= MIN_LETTERS && raw.length <= MAX_LETTERS;
}

/** Those of a plain text. */
export function abbreviationsOf(plain: string): string[] {
  const words = plain.split(' ');
  if (!LATIN_WORDS.test(plain) || words.length > MAX_WORDS) return [];
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) return [only.charAt(0) + inner(only)].filter(isAbbreviation);
  const initials = words.map((word) => word.charAt(0));
  return words
    .flatMap((word, at) => [...inner(word)].map((consonant) => initials.with(at, initials[at] + consonant).join('')))
    .filter(isAbbreviation);
}

function inner(word: string): string {
  return word.slice(1).replace(NOT_CONSONANTS, '');
}
