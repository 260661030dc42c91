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
  return [...editedClauses(keys, 1), ...fuzzyClauses('openings', POINTS.oneEditBegun, begun, 1)];
}

/** One edit in each word that is long enough. */
export function mistypedWordsClauses({ raw, readings: [written], lengthClass, hasCjk }: QueryKeys): Clause[] {
  const isLong = (word: string) => canBeMistyped(word, 1);
  if (hasCjk || written === undefined || !written.raw.some(isLong)) return [];
  const words = written.raw.map((value): WordMatch[] => [
    isLong(value) ? { kind: 'fuzzy', value, edits: 1 } : { kind: 'term', value },
  ]);
  const points = edited(POINTS.fuzzyWords, raw, 1, PER_LETTER.inWords);
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
    ...fuzzyClauses('raw', points, [raw], edits),
    ...fuzzyClauses('folded', points, hasCjk ? folded : latin, edits),
  ];
}

function fuzzyClauses(field: KeyField, points: number, values: readonly string[], edits: 1 | 2): Clause[] {
  return values
    .filter((value) => canBeMistyped(value, edits))
    .map((value) => ({ kind: 'fuzzy', points: edited(points, value, edits), field, value, edits }));
}

/** For Han and kana only the reading: one error in the characters makes another word, and one in a number another. */
function canBeMistyped(text: string, edits: 1 | 2): boolean {
  const [least, most] = LETTERS[edits];
  const { length } = [...text];
  return length >= least && length <= most && countCjk(text) === 0 && !/^\d+$/.test(text);
}

/** A longer text with one error has more correct letters. */
function edited(points: number, text: string, edits: 1 | 2, perLetter: number = PER_LETTER.points): number {
  return points + perLetter * Math.min(PER_LETTER.most, Math.max(0, text.length - LETTERS[edits][0]));
}
