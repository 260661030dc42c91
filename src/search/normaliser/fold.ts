import { HAN_VARIANTS } from './generated/hanVariants.ts';

const hanRepresentatives = new Map(HAN_VARIANTS.match(/../g)?.map((pair) => [pair.charAt(0), pair.charAt(1)]));

/**
 * Maps Hepburn to a form shared with Kunrei (shi, si → syi; ja, zya → zya), the particle wo to o, and long vowels to
 * short ones (except ii where it may be a numeral). Every rule also holds for half-typed text: `sh` folds to a prefix
 * of what `sho` folds to.
 */
const LATIN_FOLDS: readonly (readonly [RegExp, string])[] = [
  [/w+o/g, 'o'],
  [/fu/g, 'hu'],
  [/cch/g, 'tch'],
  [/sh|s(?=i)/g, 'sy'],
  [/ch|t(?=i)/g, 'ty'],
  [/tsu/g, 'tu'],
  [/j|z(?=i)/g, 'zy'],
  [/yy+/g, 'y'],
  [/o[ou]+/g, 'o'],
  [/uu+/g, 'u'],
  [/aa+/g, 'a'],
  [/ee+/g, 'e'],
  [/(?<!i)ii(?!i|$)/g, 'i'],
];

const FOLDED_CJK = /[ーぁ-ゖゝゞ㐀-鿿]/;
const PROLONGED_SOUND = 'ー';
const HAN = /[㐀-鿿]/g;
const HIRAGANA = /[ぁ-ゖゝゞ]/g;
const KATAKANA_AFTER_HIRAGANA = 0x60;

/** Words recur in titles, longer texts hardly do; an LRU cache costs more than a map that is forgotten as a whole. */
const MOST_KNOWN = 8_192;
const LONGEST_KNOWN = 24;
const known = new Map<string, string>();

/**
 * Unifies different spellings of the same word: romanisations and long vowels, kana, a dropped ー, Han variants. Takes
 * squashed text or a single word; folding is idempotent.
 */
export function fold(text: string): string {
  const held = known.get(text);
  if (held !== undefined) return held;
  const folded = foldCjk(foldLatin(text));
  if (known.size === MOST_KNOWN) known.clear();
  if (text.length <= LONGEST_KNOWN) known.set(text, folded);
  return folded;
}

function foldLatin(text: string): string {
  if (!/[a-z]/.test(text)) return text;
  let folded = text;
  for (const [spelling, form] of LATIN_FOLDS) folded = folded.replace(spelling, form);
  return folded;
}

function foldCjk(text: string): string {
  if (!FOLDED_CJK.test(text)) return text;
  return inKatakana(text)
    .replaceAll(PROLONGED_SOUND, '')
    .replace(HAN, (character) => hanRepresentatives.get(character) ?? character);
}

/** A text with its hiragana as katakana. */
export function inKatakana(text: string): string {
  return text.replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_AFTER_HIRAGANA));
}
