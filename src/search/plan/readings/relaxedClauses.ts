import { fold } from '../../normaliser/fold.ts';
import { numbersInDigits } from '../../normaliser/numbers.ts';
import { cutKey } from '../../normaliser/plainText.ts';
import type { QueryKeys } from '../../normaliser/queryKeys.ts';
import { mayBeShort } from '../../normaliser/shortNames.ts';
import { countCjk } from '../../normaliser/textRuns.ts';
import type { Clause, KeyClause, NameAmong } from '../clause.ts';
import { SHORT_FORMS } from '../indexedKeys.ts';
import { POINTS, RELAXED } from '../points.ts';

/** More words are no name with a few words too many; they bound the clauses. */
const MAX_WORDS = 10;
const MAX_BAG = 24;
/** Fewer letters may be the beginning of a word. */
const FEWEST_LETTERS = 3;
/** The least part of the letters that a name among other words has, and one with an error. */
const LEAST_PART = { written: 0.2, mistyped: 0.4 } as const;
/** Fewer letters are too near to other words; more words left out are no needless words around a name. */
const MISTYPED = { letters: 5, most: 40, leftOut: 2 } as const;

/**
 * A whole name among other words, an error in it or not.
 * @param leavesCommon whether all words that it leaves out must be common ones
 */
export function nameClauses({ readings: [written], raw }: QueryKeys, leavesCommon: boolean): Clause[] {
  if (written === undefined || written.folded.length < 2) return [];
  const words = written.runs.slice(0, MAX_WORDS);
  const names = namesAmong(words, raw.length);
  return names.length === 0 ? [] : [{ kind: 'names', words: words.map(mayBeCommon), names, leavesCommon }];
}

/** Enough rare words of one anime. */
export function rareWordClauses({ readings: [written] }: QueryKeys): Clause[] {
  const words = written?.folded.filter(isWord) ?? [];
  if (words.length === 0 || words.length > MAX_BAG || written?.folded.length === 1) return [];
  return [{ kind: 'bag', points: POINTS.bag, words }];
}

/** A number identifies no work. */
function isWord(word: string): boolean {
  return !/^\d+$/.test(word);
}

/** The word as titles have it; nothing where it is short, a number or in Han and kana, which are never common. */
function mayBeCommon(word: string): string {
  const isOther = word.length < FEWEST_LETTERS || countCjk(word) > 0 || /^\d/.test(numbersInDigits(word));
  return isOther ? '' : fold(word);
}

/** Neighbouring words that may be the whole name of a work. */
function namesAmong(words: readonly string[], letters: number): NameAmong[] {
  const names: NameAmong[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const written = words.slice(from, to).join('');
      const part = (written.length / letters + (to - from) / words.length) / 2;
      if (part === 1 || part < LEAST_PART.written) continue;
      const value = cutKey(fold(written));
      const of = Math.round(RELAXED.name * part);
      const add = (match: KeyClause) => names.push({ from, to, match });
      add({ kind: 'term', points: POINTS.relaxedTitle + of, field: 'folded', value });
      add({ kind: 'term', points: POINTS.relaxedName + of, field: 'series', value });
      for (const field of to - from === 1 && mayBeShort(written) ? SHORT_FORMS : []) {
        add({ kind: 'term', points: POINTS.relaxedInitials + of, field, value: written });
      }
      if (part < LEAST_PART.mistyped || words.length - (to - from) > MISTYPED.leftOut || !isMistypable(value)) continue;
      add({ kind: 'fuzzy', points: POINTS.relaxedSlip + of, field: 'raw', value: cutKey(written), edits: 1 });
    }
  }
  return names;
}

function isMistypable(value: string): boolean {
  return (
    value.length >= MISTYPED.letters && value.length <= MISTYPED.most && /\p{L}/u.test(value) && countCjk(value) === 0
  );
}
