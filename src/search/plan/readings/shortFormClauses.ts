import { fold } from '../../normaliser/fold.ts';
import type { QueryKeys } from '../../normaliser/queryKeys.ts';
import { isAbbreviation, mayBeShort } from '../../normaliser/shortNames.ts';
import type { Clause } from '../clause.ts';
import { POINTS } from '../points.ts';

const MIN_PIECE = 2;
const MAX_PIECES = 4;
/** Longer ones are not typed, and would have too many splits. */
const MAX_CONTRACTION = 10;
/** Fewer before other words: most queries of several words begin with no contraction. */
const MAX_CONTRACTION_BEFORE_WORDS = 8;
const MAX_PIECES_BEFORE_WORDS = 3;
const MAX_OTHER_WORDS = 4;
const MAX_CHARACTERS = 6;
const MAX_BESIDE = 12;
/** Most words between those of a contraction, particles mostly, and most characters. */
const GAP = { words: 6, characters: 16 } as const;
/** Numbers among the letters (`100kano`). */
const CONTRACTED = /^(?=.*[a-z])[a-z0-9]+$/;
const WORD = /^[a-z0-9]+$/;
const ALL_CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Contractions of a long title: joined beginnings of its words ("konosuba"), or a few of its characters. */
export function shortFormClauses(keys: QueryKeys): Clause[] {
  const { raw, folded, readings } = keys;
  const runs = readings[0]?.runs ?? [];
  const [first, ...others] = runs.every((run) => WORD.test(run)) ? runs : [];
  const isBeforeWords = first !== undefined && others.length > 0 && others.length <= MAX_OTHER_WORDS;
  const letters = [raw, ...folded].find((key) => CONTRACTED.test(key)) ?? '';
  const clauses = isBeforeWords ? contractions(first, others) : contractions(letters, []);
  if (isAbbreviation(raw)) {
    clauses.push({ kind: 'term', points: POINTS.abbreviation, field: 'abbreviations', value: raw });
  }
  clauses.push(...besideWords(keys));
  const characters = [...fold(raw)];
  if (ALL_CJK.test(raw)) clauses.push({ kind: 'namesake', points: POINTS.namesake, key: characters.join('') });
  if (ALL_CJK.test(raw) && characters.length >= 2 && characters.length <= MAX_CHARACTERS) {
    clauses.push({ kind: 'beginnings', points: POINTS.characters, pieces: characters, gap: GAP.characters });
  }
  return clauses;
}

/** A short form beside words of the anime's titles ("sao alicization"). */
function besideWords({ readings: [written] }: QueryKeys): Clause[] {
  const { raw, folded } = written ?? { raw: [], folded: [] };
  if (folded.length < 2 || folded.length > MAX_BESIDE) return [];
  return raw.filter(mayBeShort).map((short) => ({
    ...({ kind: 'together', points: POINTS.shortAndWords, short } as const),
    words: folded.filter((word) => word !== fold(short)),
  }));
}

/** A contraction, or the beginning of a word, followed by further words of the title ("haganai next", "eva 3.0"). */
function contractions(letters: string, others: readonly string[]): Clause[] {
  const alone = others.length === 0;
  if (letters.length > (alone ? MAX_CONTRACTION : MAX_CONTRACTION_BEFORE_WORDS) || !CONTRACTED.test(letters)) return [];
  return cuts(letters, alone ? MAX_PIECES : MAX_PIECES_BEFORE_WORDS)
    .map((pieces) => [...pieces, ...others])
    .filter((pieces) => pieces.length > 1)
    .map((pieces) => ({ kind: 'beginnings', points: POINTS.beginnings, pieces: pieces.map(fold), gap: GAP.words }));
}

/** Every split of a text into at most so many pieces of two letters or more. */
function cuts(text: string, most: number): string[][] {
  if (text.length < MIN_PIECE) return [];
  const whole = [[text]];
  if (most === 1) return whole;
  for (let at = MIN_PIECE; at <= text.length - MIN_PIECE; at++) {
    for (const rest of cuts(text.slice(at), most - 1)) whole.push([text.slice(0, at), ...rest]);
  }
  return whole;
}
