import { MIN_INITIALS } from '../normaliser/initials.ts';
import { type QueryKeys, queryKeys } from '../normaliser/queryKeys.ts';
import type { QueryWord } from '../normaliser/words.ts';
import type { Clause, WordMatch } from './clause.ts';
import { tierNumber } from './tiers.ts';

/** Shorter texts have too many neighbours. */
const MIN_LETTERS_FOR_ONE_EDIT = 4;
const MIN_LETTERS_FOR_TWO_EDITS = 8;

/**
 * What to ask of an index, the same for every adapter.
 *
 * An answer of stage `s` consists of the anime that match any clause of the stages 0 to `s`; an anime's tier is the lowest tier
 * among the clauses that it matches. `found` counts them after filters. Their order is tier, then popularity (larger first,
 * null as 0), then id, all ascending but popularity.
 *
 * The first page starts at stage 0. Stage `s + 1` is tried when `needsNextStage(plan, s, best)` says so, where `best` is the
 * best tier of the answer of stage `s` over the WHOLE catalogue, filters not applied: so filters never change what a query
 * matches, and a facet's count is exactly what selecting it finds. The stage of the last answer goes into the positions; a
 * following page runs that stage at once. A stage without clauses (see `stages`) is empty and passed over like one that found
 * nothing.
 */
export interface SearchPlan {
  readonly stages: readonly (readonly Clause[])[];
}

export function planSearch(q: string): SearchPlan {
  const keys = queryKeys(q);
  return {
    stages: [wholeStage(keys), oneEditStage(keys), twoEditsStage(keys), initialsStage(keys), fuzzyWordsStage(keys)],
  };
}

/** @param best the best tier found by the stages up to `stage`, over the whole catalogue; undefined when nothing was found */
export function needsNextStage(plan: SearchPlan, stage: number, best: number | undefined): boolean {
  return best === undefined && stage + 1 < plan.stages.length;
}

function wholeStage(keys: QueryKeys): Clause[] {
  const clauses: Clause[] = [];
  if (keys.exact !== '') clauses.push({ kind: 'term', tier: tierNumber('exact'), field: 'exact', value: keys.exact });
  if (keys.raw === '') return clauses;
  clauses.push({ kind: 'term', tier: tierNumber('raw'), field: 'raw', value: keys.raw });
  for (const value of keys.folded) clauses.push({ kind: 'term', tier: tierNumber('folded'), field: 'folded', value });
  clauses.push({ kind: 'prefix', tier: tierNumber('raw-prefix'), field: 'raw', value: keys.raw });
  for (const value of keys.folded) {
    clauses.push({ kind: 'prefix', tier: tierNumber('folded-prefix'), field: 'folded', value });
  }
  for (const words of keys.readings) {
    clauses.push({ kind: 'words', tier: tierNumber('words'), words: words.map((word) => [whole(word)]) });
  }
  for (const words of keys.readings) {
    clauses.push({
      kind: 'words',
      tier: tierNumber('last-word-prefix'),
      words: words.map((word, i) => (i === words.length - 1 ? halfTyped(word) : [whole(word)])),
    });
  }
  return clauses;
}

function whole(word: QueryWord): WordMatch {
  return { kind: 'term', value: word.folded };
}

function halfTyped(word: QueryWord): WordMatch[] {
  return [...new Set([word.raw, word.folded])].map((value) => ({ kind: 'prefix', value }));
}

function oneEditStage(keys: QueryKeys): Clause[] {
  if (keys.hasCjk || keys.length < MIN_LETTERS_FOR_ONE_EDIT) return [];
  return [
    { kind: 'fuzzy', tier: tierNumber('raw-one-edit'), field: 'raw', value: keys.raw, edits: 1 },
    ...keys.folded.map(
      (value): Clause => ({ kind: 'fuzzy', tier: tierNumber('folded-one-edit'), field: 'folded', value, edits: 1 }),
    ),
  ];
}

function twoEditsStage(keys: QueryKeys): Clause[] {
  if (keys.hasCjk || keys.length < MIN_LETTERS_FOR_TWO_EDITS) return [];
  return [{ kind: 'fuzzy', tier: tierNumber('raw-two-edits'), field: 'raw', value: keys.raw, edits: 2 }];
}

function initialsStage(keys: QueryKeys): Clause[] {
  if (!/^[a-z0-9]+$/.test(keys.raw) || keys.length < MIN_INITIALS) return [];
  return [{ kind: 'term', tier: tierNumber('initials'), field: 'initials', value: keys.raw }];
}

function fuzzyWordsStage(keys: QueryKeys): Clause[] {
  if (keys.hasCjk || keys.length < MIN_LETTERS_FOR_ONE_EDIT) return [];
  return keys.readings.map((words) => ({
    kind: 'words',
    tier: tierNumber('fuzzy-words'),
    words: words.map((word): WordMatch[] =>
      [...word.raw].length < MIN_LETTERS_FOR_ONE_EDIT ? [whole(word)] : [{ kind: 'fuzzy', value: word.raw, edits: 1 }],
    ),
  }));
}
