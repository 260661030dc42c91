import type { SearchDocument } from '../../graph/search/port.ts';

/**
 * The points of a match, to which the anime's base score (`baseScore`) is added. docs/search.md says when
 * each counts, and what it is worth.
 */
export const POINTS = {
  /** The whole title as written, where the query has signs that set it apart: more than prominence spans. */
  signed: 1300,
  /** The whole title as written; its letters; its folded letters. */
  exact: 1000,
  raw: 990,
  folded: 900,
  /** The same with canonical seasons, spoken symbols, or romanised kana. */
  reread: 890,
  /** The name before a subtitle or a season. */
  name: 810,
  /** The title begins with exactly these words; its last word may continue. */
  beginsWords: 800,
  begins: 715,
  /** All words are in the title, the last of them at its end or a part's end. */
  ends: 770,
  /** All words are in the title; the last of them may continue. */
  words: 700,
  wordsBegun: 625,
  /** The title's letters begin so, whether or not the query ends with a word. */
  beginsLetters: 520,
  initials: 720,
  /** The requested number in the series that the name belongs to. */
  series: 640,
  /** The place in the series' order that the requested number means, where no title spells numbers. */
  ordinal: 1050,
  abbreviation: 650,
  /** Prefixes of consecutive words; single characters of a Han or kana title in their order. */
  beginnings: 480,
  characters: 440,
  /** Another name of the series, as its whole title. */
  namesake: 800,
  oneEdit: 580,
  oneEditBegun: 400,
  fuzzyWords: 440,
  twoEdits: 520,
  /** All words, in several titles; a short form and words of an anime. */
  together: 650,
  shortAndWords: 400,
  /** Some of the words: the whole title; the name before a subtitle or season; with an error; initials; rare words. */
  relaxedTitle: 180,
  relaxedName: 150,
  relaxedSlip: 120,
  relaxedInitials: 60,
  bag: 20,
} as const;

/** The points that all letters of the query add to a name among other words, and all words that the index knows. */
export const RELAXED = { name: 400, words: 300 } as const;

/** The part of a word's points that come to them where a title begins with it, as people type names. */
export const BEGUN_PART = 1 / 3;

/** The points that each letter beyond the shortest length adds to one or two edits, and how many letters count. */
export const PER_LETTER = { points: 10, inWords: 5, most: 12 } as const;

/** The deduction per length class by which the title exceeds the query. */
export const UNCOVERED = 20;

/** The deduction for the first words, or all words, of another reading than the written one. */
export const OTHERWISE_READ = 60;

/** The deduction for a match of the name alone against the whole query. */
export const UNHINTED = 150;

/** The points of a hint for an anime with its trait. */
export const LIFT = {
  year: 500,
  number: 500,
  partAsSeason: 400,
  part: 250,
  final: 500,
  format: 400,
} as const;

/** What a well-known work gets where words are left out, see `WELL_KNOWN`: of needless words it is the one meant. */
export const FAME = 250;

/** A best hit below this may be an obscure work in the place of a well-known one. */
export const KNOWN_HIT = 900;

/** A best hit below this is not prominent: the next stage runs. */
export const PROMINENT_HIT = 850;

/** The deduction for a sequel, and for each number beyond the second. */
const SEQUEL = 40;
const LATER = 4;

/** Prominence from which an anime is well known: found by contractions, and meant where words are left out. */
export const CONTRACTED_FROM = 100;

/** The points of an anime for any query: its prominence, less a deduction for sequels. */
export function baseScore({ prominence }: Pick<SearchDocument, 'prominence'>, number: number): number {
  const continued = number < 2 ? 0 : SEQUEL + LATER * Math.min(number - 2, 10);
  return Math.max(0, prominence - continued);
}
