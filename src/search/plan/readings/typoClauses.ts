import { isOpening } from '../../normaliser/openings.ts';
import type { QueryKeys } from '../../normaliser/queryKeys.ts';
import { countCjk } from '../../normaliser/textRuns.ts';
import type { Clause, MistypedKeyField, WordMatch } from '../clause.ts';
import { PER_LETTER, POINTS } from '../points.ts';
import { pointsByLength } from './writtenClauses.ts';

/** Shorter texts have too many neighbours. */
const MIN_LETTERS_FOR_ONE_EDIT = 4;
const MIN_LETTERS_FOR_TWO_EDITS = 8;
/** The cost of edits grows with the text: building Lucene's automaton for two takes about a millisecond a letter. */
const MAX_LETTERS_FOR_ONE_EDIT = 200;
const MAX_LETTERS_FOR_TWO_EDITS = 100;
/** The deduction for an error in folded letters against one in the written form. */
const FOLDED = 10;

/** One edit in the whole, or in a prefix. */
export function mistypedClauses(keys: QueryKeys): Clause[] {
  const { raw, folded, hasCjk } = keys;
  const clauses: Clause[] = [];
  const add = (field: MistypedKeyField, points: number, value: string) => {
    if (!canBeMistyped(value, MIN_LETTERS_FOR_ONE_EDIT, MAX_LETTERS_FOR_ONE_EDIT)) return;
    clauses.push({ kind: 'fuzzy', points: edited(points, value, MIN_LETTERS_FOR_ONE_EDIT), field, value, edits: 1 });
  };
  add('raw', POINTS.oneEdit, raw);
  for (const value of folded) {
    // A number word in digits is one letter: left out, it would be a slip.
    if (/\d/.test(raw) || !/\d/.test(value)) add('folded', POINTS.oneEdit - FOLDED, value);
  }
  for (const value of hasCjk ? folded : [raw]) if (isOpening(value)) add('openings', POINTS.oneEditBegun, value);
  return clauses;
}

/** One edit in each word that is long enough. */
export function mistypedWordsClauses({ raw, readings, lengthClass, hasCjk }: QueryKeys): Clause[] {
  const [written] = readings;
  if (hasCjk || written === undefined || !written.raw.some(isLong)) return [];
  const words = written.raw.map((value): WordMatch[] => [
    isLong(value) ? { kind: 'fuzzy', value, edits: 1 } : { kind: 'term', value },
  ]);
  const points = edited(POINTS.fuzzyWords, raw, MIN_LETTERS_FOR_ONE_EDIT, PER_LETTER.inWords);
  return [{ kind: 'words', pointsByLength: pointsByLength(points, lengthClass), words }];
}

export function twiceMistypedClauses({ raw, folded, hasCjk }: QueryKeys): Clause[] {
  const twice = (field: MistypedKeyField, points: number, value: string): Clause[] =>
    canBeMistyped(value, MIN_LETTERS_FOR_TWO_EDITS, MAX_LETTERS_FOR_TWO_EDITS)
      ? [{ kind: 'fuzzy', points: edited(points, value, MIN_LETTERS_FOR_TWO_EDITS), field, value, edits: 2 }]
      : [];
  // A number word is one letter once folded: left out, it would be a slip.
  const isCounted = !/\d/.test(raw) && folded.some((value) => /\d/.test(value));
  const latin = isCounted ? [] : folded.slice(0, 1).filter((value) => value !== raw);
  return [
    ...twice('raw', POINTS.twoEdits, raw),
    ...(hasCjk ? folded : latin).flatMap((value) => twice('folded', POINTS.twoEdits - FOLDED, value)),
  ];
}

/** For Han and kana only the reading: one error in the characters makes another word, and one in a number another. */
function canBeMistyped(text: string, least: number, most: number): boolean {
  const { length } = [...text];
  return length >= least && length <= most && countCjk(text) === 0 && !/^\d+$/.test(text);
}

/** A longer text with one error has more correct letters. */
function edited(points: number, text: string, least: number, perLetter: number = PER_LETTER.points): number {
  return points + perLetter * Math.min(PER_LETTER.most, Math.max(0, text.length - least));
}

function isLong(word: string): boolean {
  return canBeMistyped(word, MIN_LETTERS_FOR_ONE_EDIT, MAX_LETTERS_FOR_ONE_EDIT);
}
