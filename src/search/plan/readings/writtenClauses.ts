import { squash } from '../../normaliser/plainText.ts';
import type { QueryKeys, QueryWords } from '../../normaliser/queryKeys.ts';
import { LENGTH_CLASSES, lastWordToken } from '../../normaliser/textRuns.ts';
import type { Clause, WordMatch } from '../clause.ts';
import { OTHERWISE_READ, POINTS, UNCOVERED } from '../points.ts';

/** Folds can make a title one class shorter than the query for it. */
const SHORTER = 1;
/** A shorter last word is half typed as often as whole. */
const MIN_END = 3;
/** Longer queries are whole titles. */
const MAX_TOGETHER = 24;
/** Fewer romanised letters are a prefix of too many words. */
const MIN_READ = 3;

/** Titles that equal, begin with or contain the written text. */
export function writtenClauses(keys: QueryKeys): Clause[] {
  const { exact, raw, folded, initials } = keys;
  const clauses: Clause[] = [];
  const isSigned = squash(exact) !== raw;
  if (exact !== '') {
    clauses.push({ kind: 'term', points: isSigned ? POINTS.signed : POINTS.exact, field: 'exact', value: exact });
  }
  if (raw === '') return clauses;
  clauses.push({ kind: 'term', points: POINTS.raw, field: 'raw', value: raw });
  folded.forEach((value, i) => {
    clauses.push({ kind: 'term', points: i === 0 ? POINTS.folded : POINTS.reread, field: 'folded', value });
  });
  for (const value of folded) clauses.push({ kind: 'term', points: POINTS.name, field: 'series', value });
  for (const value of folded) clauses.push({ kind: 'prefix', points: POINTS.beginsLetters, field: 'folded', value });
  clauses.push(...beginningClauses(keys), ...wordClauses(keys), ...togetherClauses(keys));
  for (const value of initials) clauses.push({ kind: 'term', points: POINTS.initials, field: 'initials', value });
  return clauses;
}

/** The deduction for a title of each length class, by how much of it the query leaves uncovered. */
function uncovered(titleClass: number, queryClass: number): number {
  return UNCOVERED * Math.max(0, titleClass - queryClass);
}

function beginningClauses(keys: QueryKeys): Clause[] {
  const { readings, lengthClass, hasCjk } = keys;
  const clauses: Clause[] = [];
  const begun = hasCjk ? POINTS.beginsWords : POINTS.begins;
  for (const [i, value] of [...new Set(readings.map(({ spaced }) => spaced))].entries()) {
    for (let of = Math.max(0, lengthClass - SHORTER); of < LENGTH_CLASSES; of++) {
      const lost = uncovered(of, lengthClass) + (i === 0 ? 0 : OTHERWISE_READ);
      if (!hasCjk)
        clauses.push({ kind: 'prefix', points: POINTS.beginsWords - lost, field: 'spaced', value: `${of}${value}` });
      clauses.push({ kind: 'prefix', points: begun - lost, field: 'spaced', value: `${of}${value.slice(0, -1)}` });
    }
  }
  return clauses;
}

/**
 * The words in full, and the last as a prefix. Clauses covered by an earlier one are left out.
 */
function wordClauses(keys: QueryKeys): Clause[] {
  const { readings, lengthClass, hasCjk } = keys;
  const clauses: Clause[] = [];
  const seen = new Set<string>();
  const add = (points: number, words: readonly (readonly WordMatch[])[]) => {
    const text = JSON.stringify(words);
    if (words.length === 0 || seen.has(text)) return;
    seen.add(text);
    clauses.push({ kind: 'words', pointsByLength: pointsByLength(points, lengthClass), words });
  };
  const whole = (value: string): WordMatch[] => [{ kind: 'term', value }];
  const lostBy = (reading: QueryWords) => (reading === readings[0] ? 0 : OTHERWISE_READ);
  for (const reading of readings) add(POINTS.words - lostBy(reading), reading.folded.map(whole));
  // One word of the title, typed as two.
  if (readings.some(({ folded }) => folded.length > 1)) add(POINTS.words, [[...new Set(keys.folded)].flatMap(whole)]);
  for (const reading of readings) {
    const { folded, half } = reading;
    if (half === undefined || (hasCjk && reading !== readings[0] && half.length < MIN_READ)) continue;
    const others = folded.filter((word) => word !== half).map(whole);
    if (half.length >= MIN_END || /\d/.test(half)) {
      add(POINTS.ends - lostBy(reading), [...others, whole(lastWordToken(half))]);
    }
    add(POINTS.wordsBegun - lostBy(reading), [...others, [{ kind: 'prefix', value: half }]]);
  }
  return clauses;
}

/** Words in two scripts stand in two titles of an anime as often as in one. */
function togetherClauses({ readings: [written], hasCjk }: QueryKeys): Clause[] {
  if (!hasCjk || written === undefined || written.folded.length > MAX_TOGETHER) return [];
  if (!written.raw.some((word) => /\p{L}/u.test(word))) return [];
  return [{ kind: 'together', points: POINTS.together, words: written.folded, short: undefined }];
}

export function pointsByLength(points: number, queryClass: number): number[] {
  return Array.from({ length: LENGTH_CLASSES }, (_, titleClass) => points - uncovered(titleClass, queryClass));
}
