import type { estypes } from '@elastic/elasticsearch';
import { continuingKeys } from '../normaliser/titleKeys.ts';
import { type Clause, type ClauseOf, ordinalOf, type Reading, weighedWords } from '../plan/clause.ts';
import type { WordFrequencies } from '../plan/weighBag.ts';
import { begins, compileReadings, hasWord, type KnownOfIndex } from './compileReadings.ts';
import { BASE_SCORE_FIELD } from './mapping.ts';

type Aggregations = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;
export type IndexAnswer = estypes.SearchResponse<{ readonly series?: readonly string[] }, Aggregations>;

/** Asks the index, within the time of the search. */
export type AskIndex = (body: estypes.SearchRequest) => Promise<IndexAnswer>;

export interface Lead {
  readonly id: string | null;
  readonly series: readonly string[];
}

export const NO_LEAD: Lead = { id: null, series: [] };

/** The order of hits. */
export const BY_SCORE: estypes.SortCombinations[] = [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }];

const NO_WORDS: WordFrequencies = { anime: 0, of: () => 0 };

/** Reads what the readings need to know of the index before they are compiled. */
export async function readKnown(ask: AskIndex, readings: readonly Reading[], { series }: Lead): Promise<KnownOfIndex> {
  const frequencies = await countWords(ask, weighedWords(readings));
  const clause = ordinalOf(readings);
  return { series, frequencies, ordinal: clause === undefined ? null : await findOrdinal(ask, clause) };
}

/** The best hit of the whole catalogue. */
export async function findLead(ask: AskIndex, clauses: readonly Clause[]): Promise<Lead> {
  const query = compileReadings([{ clauses, lifts: [] }], { series: [], frequencies: NO_WORDS, ordinal: null });
  return readLead(await ask({ query, size: 1, sort: BY_SCORE, track_total_hits: false, _source: ['series'] }));
}

/** The lead of the page before; without series keys when it no longer exists. */
export async function leadOf(ask: AskIndex, id: string | null): Promise<Lead> {
  if (id === null) return NO_LEAD;
  return { ...readLead(await ask({ query: { ids: { values: [id] } }, size: 1, _source: ['series'] })), id };
}

function readLead({ hits: { hits } }: IndexAnswer): Lead {
  const [hit] = hits;
  return hit === undefined ? NO_LEAD : { id: hit._id ?? null, series: continuingKeys(hit._source?.series ?? []) };
}

/** How many hits there are. */
export function totalOf({ hits: { total } }: IndexAnswer): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}

/** How often words occur; a tombstone has no base score. */
async function countWords(ask: AskIndex, words: readonly string[]): Promise<WordFrequencies> {
  if (words.length === 0) return NO_WORDS;
  const answer = await ask({
    query: { exists: { field: BASE_SCORE_FIELD } },
    size: 0,
    track_total_hits: true,
    aggs: { frequencies: { filters: { filters: words.map(hasWord) } } },
  });
  const counted = answer.aggregations?.frequencies as { readonly buckets: readonly { readonly doc_count: number }[] };
  const found = new Map(words.map((word, i) => [word, counted.buckets[i]?.doc_count ?? 0]));
  return { anime: totalOf(answer), of: (word) => found.get(word) ?? 0 };
}

async function findOrdinal(ask: AskIndex, { beginnings, place, without }: ClauseOf<'ordinal'>): Promise<string | null> {
  const { hits, aggregations } = await ask({
    query: begins(beginnings),
    post_filter: { bool: { filter: [{ term: { format: 'tv' } }, { exists: { field: 'startDate' } }] } },
    from: place - 1,
    size: 1,
    // An index of an earlier version has no dates.
    sort: [{ startDate: { order: 'asc', unmapped_type: 'keyword' } }, { id: { order: 'asc' } }],
    _source: false,
    aggs: { numbered: { filter: { terms: { traits: [...without] } } } },
  });
  const numbered = aggregations?.numbered as { readonly doc_count: number };
  return numbered.doc_count > 0 ? null : (hits.hits[0]?._id ?? null);
}
