import type { QueryKeys } from '../../normaliser/queryKeys.ts';
import { isOpening } from '../../normaliser/shortNames.ts';
import { countCjk } from '../../normaliser/textRuns.ts';
import type { Clause, WordMatch } from '../clause.ts';
import type { KeyField } from '../indexedKeys.ts';
import { PER_LETTER, POINTS } from '../points.ts';
import { pointsByLength } from './writtenClauses.ts';

/**
 * The least and the most letters of a text with one edit or two: shorter ones have too many neighbours, and building
 * Lucene's automaton for two edits takes about a millisecond a letter.
 */
const LETTERS = { 1: [4, 200], 2: [8, 100] } as const;

/** One edit in the whole, or in a prefix. */
export function mistypedClauses(keys: QueryKeys): Clause[] {
  const begun = (keys.hasCjk ? keys.folded : [keys.raw]).filter(isOpening);
  return [
    ...editedClauses(keys, 1),
    ...begun.flatMap((value) => editedClause('openings', POINTS.oneEditBegun, value, 1)),
  ];
}

/** One edit in each word that is long enough. */
export function mistypedWordsClauses({ raw, readings, lengthClass, hasCjk }: QueryKeys): Clause[] {
  const [written] = readings;
  if (hasCjk || written === undefined || !written.raw.some(isLong)) return [];
  const words = written.raw.map((value): WordMatch[] => [
    isLong(value) ? { kind: 'fuzzy', value, edits: 1 } : { kind: 'term', value },
  ]);
  const points = edited(POINTS.fuzzyWords, raw, LETTERS[1][0], PER_LETTER.inWords);
  return [{ kind: 'words', pointsByLength: pointsByLength(points, lengthClass), words }];
}

/** Two edits in the whole. */
export function twiceMistypedClauses(keys: QueryKeys): Clause[] {
  return editedClauses(keys, 2);
}

/** Edits in the letters as written, or folded. */
function editedClauses({ raw, folded, hasCjk }: QueryKeys, edits: 1 | 2): Clause[] {
  const points = edits === 1 ? POINTS.oneEdit : POINTS.twoEdits;
  // A number word is a letter or two once folded: left out, it would be a slip.
  const isCounted = !/\d/.test(raw) && folded.some((value) => /\d/.test(value));
  const latin = isCounted ? [] : folded.slice(0, 1).filter((value) => value !== raw);
  return [
    ...editedClause('raw', points, raw, edits),
    ...(hasCjk ? folded : latin).flatMap((value) => editedClause('folded', points, value, edits)),
  ];
}

function editedClause(field: KeyField, points: number, value: string, edits: 1 | 2): Clause[] {
  const [least, most] = LETTERS[edits];
  if (!canBeMistyped(value, least, most)) return [];
  return [{ kind: 'fuzzy', points: edited(points, value, least), field, value, edits }];
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
  return canBeMistyped(word, ...LETTERS[1]);
}
