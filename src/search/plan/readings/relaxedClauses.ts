import { cutKey } from '../../normaliser/exactKey.ts';
import { fold } from '../../normaliser/fold.ts';
import type { QueryKeys } from '../../normaliser/queryKeys.ts';
import { isAbbreviation, isInitials } from '../../normaliser/shortNames.ts';
import type { Clause } from '../clause.ts';
import { POINTS, RELAXED } from '../points.ts';

/** More words are no name with a few words too many; they bound the clauses. */
const MAX_WORDS = 10;
const MAX_BAG = 24;
/** Fewer are words of their own ("ep"). */
const FEWEST_INITIALS = 3;
/** The least part of the letters that a name among other words has. */
const LEAST_PART = 0.2;

/**
 * The words in several titles of one anime; a whole name among other words, or enough rare words of one anime, where
 * some words of the query are left out.
 */
export function relaxedClauses({ readings, raw }: QueryKeys): Clause[] {
  const [written] = readings;
  if (written === undefined || written.folded.length < 2) return [];
  return [
    ...bag(POINTS.together, written.folded, 'all'),
    ...bag(POINTS.bag, written.folded.filter(isWord), 'enough'),
    ...nameClauses(written.runs.slice(0, MAX_WORDS), raw.length),
  ];
}

/** Words in two scripts stand in two titles of an anime as often as in one. */
export function togetherClauses({ readings: [written], hasCjk }: QueryKeys): Clause[] {
  if (!hasCjk || !written?.raw.some((word) => /\p{L}/u.test(word))) return [];
  return bag(POINTS.together, written.folded, 'all');
}

function bag(points: number, words: readonly string[], wanted: 'all' | 'enough'): Clause[] {
  if (words.length === 0 || words.length > MAX_BAG) return [];
  return [{ kind: 'bag', points, shared: RELAXED.words, words, wanted }];
}

/** A number identifies no work. */
function isWord(word: string): boolean {
  return !/^\d+$/.test(word);
}

/** Neighbouring words that are the whole name of a work. */
function nameClauses(words: readonly string[], letters: number): Clause[] {
  const clauses: Clause[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const written = words.slice(from, to).join('');
      const part = (written.length / letters + (to - from) / words.length) / 2;
      if (part === 1 || part < LEAST_PART) continue;
      const value = cutKey(fold(written));
      const points = (of: number) => of + Math.round(RELAXED.name * part);
      clauses.push({ kind: 'term', points: points(POINTS.relaxedTitle), field: 'folded', value });
      clauses.push({ kind: 'term', points: points(POINTS.relaxedName), field: 'series', value });
      if (isInitials(written) && written.length >= FEWEST_INITIALS) {
        clauses.push({ kind: 'term', points: points(POINTS.relaxedInitials), field: 'initials', value: written });
      }
      if (isAbbreviation(written)) {
        clauses.push({ kind: 'term', points: points(POINTS.relaxedInitials), field: 'abbreviations', value: written });
      }
    }
  }
  return clauses;
}
