import type { estypes } from '@elastic/elasticsearch';
import { LENGTH_CLASSES } from '../normaliser/textRuns.ts';
import { continuingKeys, otherNames } from '../normaliser/titleKeys.ts';
import type { Clause, KeyClause, NameAmong, Reading, WordMatch } from '../plan/clause.ts';
import { SHORT_FORMS } from '../plan/indexedKeys.ts';
import { beginningsWith, countedNames, scoreWords, type WordFrequencies } from '../plan/scoreWords.ts';
import { BASE_SCORE_FIELD, wordsField } from './mapping.ts';

type Query = estypes.QueryDslQueryContainer;

/** Exceeds the tokens of a title, and is below the gap between two titles. */
const MAX_GAPS_IN_A_TITLE = 500;

/**
 * Keeps every key within the edits, up to the limit of clauses (the default keeps 50), so that `found` is exact. The
 * automata are built once per query, where `constant_score` builds them per segment: four times as long with 18
 * segments.
 */
const KEEP_ALL_FUZZY_KEYS = 'top_terms_boost_1024';

/** What was read of the index for the readings. */
export interface KnownOfIndex {
  /** The id of the lead; null where there is none, undefined before it is asked for. */
  readonly lead: string | null | undefined;
  /** The series keys of the lead. */
  readonly series: readonly string[];
  readonly frequencies: WordFrequencies;
  /** Of the names among other words those that any anime has. */
  readonly names: ReadonlySet<NameAmong>;
  /** The anime that the readings' `ordinal` clause means. */
  readonly ordinal: string | null;
}

export const NOTHING_KNOWN: KnownOfIndex = {
  lead: undefined,
  series: [],
  names: new Set(),
  ordinal: null,
  frequencies: { anime: 0, of: () => 0 },
};

/** Matches anime one of whose titles has the word. */
export function hasWord(word: string): Query {
  const should = Array.from({ length: LENGTH_CLASSES }, (_, length) => ({ term: { [wordsField(length)]: word } }));
  return { bool: { should } };
}

/** Matches anime that have the key. */
export function hasKey(clause: KeyClause): Query {
  const { field, value } = clause;
  if (clause.kind === 'term') return { term: { [field]: { value } } };
  if (clause.kind === 'prefix') return { prefix: { [field]: { value } } };
  return { fuzzy: { [field]: { value, fuzziness: clause.edits, rewrite: KEEP_ALL_FUZZY_KEYS } } };
}

/** Matches anime with a key that begins with one of these. */
export function begins(prefixes: readonly string[]): Query {
  return { bool: { should: prefixes.map((value) => ({ prefix: { spaced: { value } } })) } };
}

/**
 * A query that matches any clause and scores each document by its best reading plus its base score. Points are small
 * integers, whose sums are exact in the server's 32-bit floats.
 */
export function compileReadings(readings: readonly Reading[], known: KnownOfIndex): Query {
  const queries = readings.flatMap((reading) => compileReading(reading, known));
  if (queries.length === 0) return { match_none: {} };
  return {
    function_score: {
      query: { dis_max: { queries } },
      functions: [{ field_value_factor: { field: BASE_SCORE_FIELD, missing: 0 } }],
      boost_mode: 'sum',
    },
  };
}

function compileReading({ clauses, lifts, only }: Reading, known: KnownOfIndex): Query[] {
  const queries = clauses.flatMap((clause) => compileClause(clause, known));
  if (lifts.length === 0 || queries.length === 0) return queries;
  const should = lifts.map(({ trait, points }) => scored({ term: { traits: { value: trait } } }, points));
  const filter = only === undefined ? [] : [{ term: { traits: { value: only } } }];
  return [{ bool: { must: [{ dis_max: { queries } }], should, filter } }];
}

function scored(filter: Query, points: number): Query {
  return { constant_score: { filter, boost: points } };
}

function compileClause(clause: Clause, known: KnownOfIndex): Query[] {
  const { series, frequencies, names, ordinal } = known;
  switch (clause.kind) {
    case 'term':
    case 'prefix':
    case 'fuzzy':
      return [scored(hasKey(clause), clause.points)];
    case 'words': {
      const intervals = clause.words.map((alternatives) => ({ any_of: { intervals: alternatives.map(compileWord) } }));
      const allOf = { intervals, ordered: false, max_gaps: MAX_GAPS_IN_A_TITLE };
      return clause.pointsByLength.map((points, length) =>
        scored({ intervals: { [wordsField(length)]: { all_of: allOf } } }, points),
      );
    }
    case 'beginnings': {
      const intervals = clause.pieces.map((prefix) => ({ prefix: { prefix } }));
      const allOf = { intervals, ordered: true, max_gaps: clause.gap };
      return [scored({ intervals: { sequences: { all_of: allOf } } }, clause.points)];
    }
    case 'together': {
      const { short } = clause;
      const should = short === undefined ? [] : SHORT_FORMS.map((field) => ({ term: { [field]: short } }));
      const filter = [...clause.words.map(hasWord), ...(short === undefined ? [] : [{ bool: { should } }])];
      return [scored({ bool: { filter } }, clause.points)];
    }
    case 'bag': {
      const bag = scoreWords(clause, frequencies);
      if (bag === undefined) return [];
      const should = bag.words.map(({ word, points }) => scored(hasWord(word), points));
      const enough = { function_score: { query: { bool: { should } }, min_score: bag.least } };
      const begun = bag.words.map(({ word, begun }) => scored(begins(beginningsWith(word)), begun));
      return [{ bool: { must: [enough], should: [scored({ match_all: {} }, clause.points), ...begun] } }];
    }
    case 'names':
      return countedNames(clause, frequencies, (name) => names.has(name)).map((name) =>
        scored(hasKey(name), name.points),
      );
    case 'ordinal':
      return ordinal === null ? [] : [scored({ ids: { values: [ordinal] } }, clause.points)];
    case 'namesake': {
      const others = otherNames(clause.key, series);
      return others.length === 0 ? [] : [scored({ terms: { folded: others } }, clause.points)];
    }
    case 'series': {
      if (series.length === 0) return [];
      const filter = [{ terms: { series: continuingKeys(series) } }, { term: { traits: { value: clause.trait } } }];
      return [scored({ bool: { filter } }, clause.points)];
    }
  }
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
