import { type QueryKeys, queryKeys } from '../normaliser/queryKeys.ts';
import type { QueryWords } from '../normaliser/queryWords.ts';
import type { Clause, WordMatch } from './clause.ts';
import { type Tier, tierNumber } from './tiers.ts';

/** Shorter texts have too many neighbours. */
const MIN_LETTERS_FOR_ONE_EDIT = 4;
const MIN_LETTERS_FOR_TWO_EDITS = 8;
/** The cost of edits grows with the text: building Lucene's automaton for two takes about a millisecond a letter. */
const MAX_LETTERS_FOR_ONE_EDIT = 200;
const MAX_LETTERS_FOR_TWO_EDITS = 100;

/**
 * What to ask of an index, the same for every adapter.
 *
 * An answer of stage `s` consists of the anime that match any clause of the stages 0 to `s`; an anime's tier is the lowest tier
 * among the clauses that it matches. `found` counts them after filters. Their order is `compareHits`: tier, then popularity
 * (larger first, null as 0), then id.
 *
 * The first page starts at stage 0. Stage `s + 1` is tried when `needsNextStage(plan, s, best)` says so, where `best` is the
 * best tier of the answer of stage `s` over the WHOLE catalogue, filters not applied: so filters never change what a query
 * matches, and a facet's count is exactly what selecting it finds. The stage of the last answer goes into the positions; a
 * following page runs that stage at once. A stage without clauses is empty and passed over like one that found nothing.
 */
export interface SearchPlan {
  readonly stages: readonly (readonly Clause[])[];
}

export function planSearch(q: string): SearchPlan {
  const keys = queryKeys(q);
  return { stages: [asWrittenStage(keys), oneEditStage(keys), twoEditsStage(keys), fuzzyWordsStage(keys)] };
}

/** @param best the best tier found by the stages up to `stage`, over the whole catalogue; undefined when nothing was found */
export function needsNextStage(plan: SearchPlan, stage: number, best: number | undefined): boolean {
  return best === undefined && stage + 1 < plan.stages.length;
}

function asWrittenStage(keys: QueryKeys): Clause[] {
  const { exact, raw, folded, readings, initials } = keys;
  const clauses: Clause[] = [];
  if (exact !== '') clauses.push({ kind: 'term', tier: tierNumber('exact'), field: 'exact', value: exact });
  if (raw === '') return clauses;
  clauses.push({ kind: 'term', tier: tierNumber('raw'), field: 'raw', value: raw });
  for (const value of folded) clauses.push({ kind: 'term', tier: tierNumber('folded'), field: 'folded', value });
  clauses.push({ kind: 'prefix', tier: tierNumber('raw-prefix'), field: 'raw', value: raw });
  for (const value of folded)
    clauses.push({ kind: 'prefix', tier: tierNumber('folded-prefix'), field: 'folded', value });
  clauses.push(...wordClauses(readings));
  if (initials !== '') clauses.push({ kind: 'term', tier: tierNumber('initials'), field: 'initials', value: initials });
  return clauses;
}

/** The words as written, folded, and with the last as prefix; a clause that an earlier one covers is left out. */
function wordClauses(readings: readonly QueryWords[]): Clause[] {
  const clauses: Clause[] = [];
  const seen = new Set<string>();
  const add = (tier: Tier, words: readonly (readonly WordMatch[])[]) => {
    const text = JSON.stringify(words);
    if (words.length === 0 || seen.has(text)) return;
    seen.add(text);
    clauses.push({ kind: 'words', tier: tierNumber(tier), words });
  };
  const whole = (value: string): WordMatch[] => [{ kind: 'term', value }];
  const [written] = readings;
  if (written !== undefined) add('raw-words', written.raw.map(whole));
  for (const { folded } of readings) add('folded-words', folded.map(whole));
  for (const { folded, half } of readings) {
    if (half === undefined) continue;
    const others = folded.filter((word) => word !== half.folded);
    const begun = [...new Set([half.raw, half.folded])].map((value): WordMatch => ({ kind: 'prefix', value }));
    add('last-word-prefix', [...others.map(whole), begun]);
  }
  return clauses;
}

function hasLetters({ hasCjk, length }: QueryKeys, least: number, most = Number.POSITIVE_INFINITY): boolean {
  return !hasCjk && length >= least && length <= most;
}

function oneEditStage(keys: QueryKeys): Clause[] {
  if (!hasLetters(keys, MIN_LETTERS_FOR_ONE_EDIT, MAX_LETTERS_FOR_ONE_EDIT)) return [];
  const { raw, folded } = keys;
  return [
    { kind: 'fuzzy', tier: tierNumber('raw-one-edit'), field: 'raw', value: raw, edits: 1 },
    ...folded.map(
      (value): Clause => ({ kind: 'fuzzy', tier: tierNumber('folded-one-edit'), field: 'folded', value, edits: 1 }),
    ),
  ];
}

function twoEditsStage(keys: QueryKeys): Clause[] {
  if (!hasLetters(keys, MIN_LETTERS_FOR_TWO_EDITS, MAX_LETTERS_FOR_TWO_EDITS)) return [];
  return [{ kind: 'fuzzy', tier: tierNumber('raw-two-edits'), field: 'raw', value: keys.raw, edits: 2 }];
}

/** Each word as it is or, when it is long enough, with one edit. */
function fuzzyWordsStage(keys: QueryKeys): Clause[] {
  const [written] = keys.readings;
  if (!hasLetters(keys, MIN_LETTERS_FOR_ONE_EDIT) || written === undefined) return [];
  const words = written.raw.map((value): WordMatch[] => [
    [...value].length < MIN_LETTERS_FOR_ONE_EDIT ? { kind: 'term', value } : { kind: 'fuzzy', value, edits: 1 },
  ]);
  return [{ kind: 'words', tier: tierNumber('fuzzy-words'), words }];
}
