import type { estypes } from '@elastic/elasticsearch';
import type { Clause, WordMatch } from '../plan/clause.ts';

/** Above every tier, so that scores stay positive; small integers are exact as the server's 32-bit floats. */
const SCORE_OF_TIER_0 = 100;

/** Larger than a title has tokens, smaller than the gap between two titles. */
const MAX_GAPS_IN_A_TITLE = 500;

/**
 * Keeps every key within the edits, as far as a query may have clauses (the default keeps 50), so that `found` is exact. It builds its
 * automata once a query, where `constant_score` builds them anew for each segment: with 18 segments that takes four times as long.
 */
const KEEP_ALL_FUZZY_KEYS = 'top_terms_boost_1024';

/** The score that the server gives to hits of a tier. */
export function scoreOf(tier: number): number {
  return SCORE_OF_TIER_0 - tier;
}

export function tierOf(score: number): number {
  return SCORE_OF_TIER_0 - score;
}

/** A query that matches what any clause matches and scores each document by its best tier alone. */
export function compileClauses(clauses: readonly Clause[]): estypes.QueryDslQueryContainer {
  if (clauses.length === 0) return { match_none: {} };
  return {
    dis_max: {
      queries: clauses.map((clause) => ({ constant_score: { filter: compile(clause), boost: scoreOf(clause.tier) } })),
    },
  };
}

function compile(clause: Clause): estypes.QueryDslQueryContainer {
  switch (clause.kind) {
    case 'term':
      return { term: { [clause.field]: { value: clause.value } } };
    case 'prefix':
      return { prefix: { [clause.field]: { value: clause.value } } };
    case 'fuzzy':
      return {
        fuzzy: {
          [clause.field]: {
            value: clause.value,
            fuzziness: clause.edits,
            rewrite: KEEP_ALL_FUZZY_KEYS,
          },
        },
      };
    case 'words':
      return {
        intervals: {
          words: {
            all_of: { intervals: clause.words.map(anyOf), ordered: false, max_gaps: MAX_GAPS_IN_A_TITLE },
          },
        },
      };
  }
}

function anyOf(alternatives: readonly WordMatch[]): estypes.QueryDslIntervalsContainer {
  const [only, ...others] = alternatives.map(compileWord);
  return only && others.length === 0 ? only : { any_of: { intervals: alternatives.map(compileWord) } };
}

function compileWord(word: WordMatch): estypes.QueryDslIntervalsContainer {
  switch (word.kind) {
    case 'term':
      return { match: { query: word.value } };
    case 'prefix':
      return { prefix: { prefix: word.value } };
    case 'fuzzy':
      return { fuzzy: { term: word.value, fuzziness: word.edits } };
  }
}
