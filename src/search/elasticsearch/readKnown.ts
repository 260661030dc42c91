import type { estypes } from '@elastic/elasticsearch';
import { type ClauseOf, clausesOf, dependsOnLead, type NameAmong, type Reading } from '../plan/clause.ts';
import { MOST_MEMBERS, placeInSeries } from '../plan/placeInSeries.ts';
import type { SearchPlan } from '../plan/planSearch.ts';
import { begins, compileReadings, hasKey, hasWord, type KnownOfIndex, NOTHING_KNOWN } from './compileReadings.ts';
import { BASE_SCORE_FIELD } from './mapping.ts';

type Aggregations = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;
interface IndexedFields {
  readonly series?: readonly string[];
  readonly traits?: readonly string[];
  readonly spaced?: readonly string[];
  readonly startDate?: readonly string[];
  readonly episodes?: readonly number[];
}

export type IndexAnswer = estypes.SearchResponse<IndexedFields, Aggregations>;

/** What the index is asked before readings are compiled. */
export interface Question {
  readonly body: estypes.SearchRequest;
  readonly read: (answer: IndexAnswer) => Partial<KnownOfIndex>;
}

/** The order of hits. */
export const BY_SCORE: estypes.SortCombinations[] = [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }];

/** What readings depend on. @param known the lead, once it is known */
export function questionsOf(
  { lead }: SearchPlan,
  readings: readonly Reading[],
  known: KnownOfIndex['lead'],
): Question[] {
  const clauses = clausesOf(readings);
  const words = clauses.flatMap((clause) => (clause.kind === 'bag' || clause.kind === 'names' ? clause.words : []));
  const names = clauses.flatMap((clause) => (clause.kind === 'names' ? clause.names : []));
  return [
    ...(known === undefined && dependsOnLead(readings)
      ? [leadBy(compileReadings([{ clauses: lead, lifts: [] }], NOTHING_KNOWN))]
      : []),
    ...clauses.flatMap((clause) => (clause.kind === 'ordinal' ? [inPlace(clause)] : [])),
    ...(words.length + names.length === 0 ? [] : [countsOf([...new Set(words)].filter(Boolean), names)]),
  ];
}

/** What is known after the answers to the questions. */
export function learn(
  known: KnownOfIndex,
  questions: readonly Question[],
  answers: readonly IndexAnswer[],
): KnownOfIndex {
  return Object.assign({}, known, ...questions.map(({ read }, i) => read(answers[i] as IndexAnswer)));
}

/** The best hit of the whole catalogue, or that of the page before: without series keys when it no longer exists. */
export function leadBy(query: estypes.QueryDslQueryContainer): Question {
  return {
    body: { query, size: 1, sort: BY_SCORE, track_total_hits: false, _source: ['series'] },
    read: ({ hits: { hits } }) => ({ lead: hits[0]?._id ?? null, series: hits[0]?._source?.series ?? [] }),
  };
}

/** How many hits there are. */
export function totalOf({ hits: { total } }: IndexAnswer): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}

/**
 * How often words occur, and which names do. Without a query each filter is counted by itself: what has a base score is
 * an anime, and a tombstone has no words either.
 */
function countsOf(words: readonly string[], names: readonly NameAmong[]): Question {
  const isAnime = { exists: { field: BASE_SCORE_FIELD } };
  const filters = [isAnime, ...words.map(hasWord), ...names.map(({ match }) => hasKey(match))];
  return {
    body: { size: 0, track_total_hits: false, aggs: { frequencies: { filters: { filters } } } },
    read(answer) {
      const counted = answer.aggregations?.frequencies as {
        readonly buckets: readonly { readonly doc_count: number }[];
      };
      const [anime = 0, ...counts] = counted.buckets.map(({ doc_count }) => doc_count);
      const found = new Map(words.map((word, i) => [word, counts[i] ?? 0]));
      return {
        frequencies: { anime, of: (word) => found.get(word) ?? 0 },
        names: new Set(names.filter((_, i) => (counts[words.length + i] ?? 0) > 0)),
      };
    },
  };
}

function inPlace(clause: ClauseOf<'ordinal'>): Question {
  return {
    body: {
      query: {
        bool: { filter: [begins(clause.beginnings), { term: { format: 'tv' } }, { exists: { field: 'startDate' } }] },
      },
      size: MOST_MEMBERS,
      // An index of an earlier version has no dates.
      sort: [{ startDate: { order: 'asc', unmapped_type: 'keyword' } }, { id: { order: 'asc' } }],
      _source: ['traits', 'spaced', 'startDate', 'episodes'],
      docvalue_fields: [BASE_SCORE_FIELD],
    },
    read({ hits }) {
      const members = hits.hits.map(({ _id = '', _source, fields }) => ({
        id: _id,
        startDate: String(_source?.startDate),
        base: Number(fields?.[BASE_SCORE_FIELD]?.[0] ?? 0),
        episodes: _source?.episodes?.[0] ?? null,
        traits: _source?.traits ?? [],
        spaced: _source?.spaced ?? [],
      }));
      return { ordinal: placeInSeries(members, clause) ?? null };
    },
  };
}
