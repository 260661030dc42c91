import type { QueryKeys } from '../../normaliser/queryKeys.ts';
import type { Clause, WordMatch } from '../clause.ts';
import { PER_LETTER, POINTS } from '../points.ts';
import { pointsByLength } from './writtenClauses.ts';

/** Shorter texts have too many neighbours. */
const MIN_LETTERS_FOR_ONE_EDIT = 4;
const MIN_LETTERS_FOR_TWO_EDITS = 8;
/** The cost of edits grows with the text: building Lucene's automaton for two takes about a millisecond a letter. */
const MAX_LETTERS_FOR_ONE_EDIT = 200;
const MAX_LETTERS_FOR_TWO_EDITS = 100;

function hasLetters({ hasCjk, length }: QueryKeys, least: number, most: number): boolean {
  return !hasCjk && length >= least && length <= most;
}

/** One edit on the whole, or on each word that is long enough. */
export function mistypedClauses(keys: QueryKeys): Clause[] {
  if (!hasLetters(keys, MIN_LETTERS_FOR_ONE_EDIT, MAX_LETTERS_FOR_ONE_EDIT)) return [];
  const { raw, folded, readings, lengthClass } = keys;
  const clauses: Clause[] = [
    {
      kind: 'fuzzy',
      points: edited(POINTS.oneEdit, raw, MIN_LETTERS_FOR_ONE_EDIT),
      field: 'raw',
      value: raw,
      edits: 1,
    },
    ...folded.map((value): Clause => {
      const points = edited(POINTS.oneEdit, value, MIN_LETTERS_FOR_ONE_EDIT) - 10;
      return { kind: 'fuzzy', points, field: 'folded', value, edits: 1 };
    }),
  ];
  const [written] = readings;
  if (written !== undefined && written.raw.some(isLong)) {
    const words = written.raw.map((value): WordMatch[] => [
      isLong(value) ? { kind: 'fuzzy', value, edits: 1 } : { kind: 'term', value },
    ]);
    clauses.push({ kind: 'words', pointsByLength: pointsByLength(POINTS.fuzzyWords, lengthClass), words });
  }
  return clauses;
}

export function twiceMistypedClauses(keys: QueryKeys): Clause[] {
  if (!hasLetters(keys, MIN_LETTERS_FOR_TWO_EDITS, MAX_LETTERS_FOR_TWO_EDITS)) return [];
  const points = edited(POINTS.twoEdits, keys.raw, MIN_LETTERS_FOR_TWO_EDITS);
  return [{ kind: 'fuzzy', points, field: 'raw', value: keys.raw, edits: 2 }];
}

/** A slip in a long text leaves more that is right. */
function edited(points: number, text: string, least: number): number {
  return points + PER_LETTER.points * Math.min(PER_LETTER.most, Math.max(0, text.length - least));
}

function isLong(word: string): boolean {
  return [...word].length >= MIN_LETTERS_FOR_ONE_EDIT;
}
