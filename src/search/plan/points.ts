import type { SearchDocument } from '../../graph/search/port.ts';

/**
 * What a match is worth, in points that the base score of the anime (`baseScore`) is added to. docs/search.md explains
 * the table and says how each figure was found.
 */
export const POINTS = {
  /** The whole title as written; its letters; its folded letters. */
  exact: 1000,
  raw: 990,
  folded: 890,
  /** So with seasons canonical, signs read out, or kana in Latin letters. */
  reread: 870,
  /** The name before a subtitle or a season. */
  name: 810,
  /** The title begins with just these words; its last word may go on. */
  beginsWords: 800,
  begins: 715,
  /** All words stand in the title, the last of them at the end of it or of a part. */
  ends: 770,
  /** All words stand in the title; the last of them may go on. */
  words: 700,
  wordsBegun: 625,
  /** The title's letters begin so, a word's end inside the query or not. */
  beginsLetters: 560,
  initials: 650,
  /** The name's initials or abbreviation and other words of the title. */
  shortName: 640,
  /** Of the series that the name leads to, with the number asked for. */
  series: 640,
  abbreviation: 590,
  /** Beginnings of words that follow one another; single characters of a Han or kana title. */
  beginnings: 540,
  characters: 500,
  oneEdit: 500,
  oneEditName: 410,
  oneEditBegun: 430,
  fuzzyWords: 440,
  twoEdits: 400,
} as const;

/**
 * What each letter beyond the shortest that may be mistyped adds to the points of one or two edits, and how many count.
 */
export const PER_LETTER = { points: 15, inWords: 5, most: 12 } as const;

/** What kana read as Latin letters lose beside what is written. */
export const READ = 80;

/** What a class of length that the title is longer than the query costs. */
export const UNCOVERED = 20;

/** What a match of the name alone loses beside one of the whole query. */
export const UNHINTED = 150;

/** What a hint is worth to an anime that it is true of. */
export const LIFT = { year: 500, number: 500, part: 250, partOfPart: 120, final: 500, format: 400 } as const;

/** With a best hit below this a query has found nothing prominent: the next stage is tried. */
export const PROMINENT_HIT = 850;

/** What being a sequel costs, and each number beyond the second. */
const SEQUEL = 40;
const LATER = 4;

/** Prominence from which contractions are looked for. */
export const CONTRACTED_FROM = 100;

/** The points that an anime has whatever the query: its prominence, less when it continues another. */
export function baseScore({ prominence }: Pick<SearchDocument, 'prominence'>, number: number): number {
  const continued = number < 2 ? 0 : SEQUEL + LATER * Math.min(number - 2, 10);
  return Math.max(0, prominence - continued);
}
