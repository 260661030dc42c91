import type { estypes } from '@elastic/elasticsearch';
import { type Clause, type ClauseOf, clausesOf, type NameAmong, type Reading } from '../plan/clause.ts';
import { MOST_MEMBERS, numbersAmong, placeInSeries } from '../plan/placeInSeries.ts';
import { begins, compileReadings, hasKey, hasWord, type KnownOfIndex } from './compileReadings.ts';
import { BASE_SCORE_FIELD } from './mapping.ts';

type Aggregations = Readonly<Record<string, estypes.AggregationsAggregate | undefined>>;
interface IndexedFields {
  readonly series?: readonly string[];
  readonly traits?: readonly string[];
  readonly startDate?: readonly string[];
  readonly episodes?: readonly number[];
}

export type IndexAnswer = estypes.SearchResponse<IndexedFields, Aggregations>;

/** Asks the index, within the time of the search. */
export type AskIndex = (body: estypes.SearchRequest) => Promise<IndexAnswer>;

export interface Lead {
  readonly id: string | null;
  readonly series: readonly string[];
}

export const NO_LEAD: Lead = { id: null, series: [] };

/** The order of hits. */
export const BY_SCORE: estypes.SortCombinations[] = [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }];

type Counted = Pick<KnownOfIndex, 'frequencies' | 'names'>;

const NOTHING_KNOWN: Counted = { frequencies: { anime: 0, of: () => 0 }, names: new Set() };

/** Reads what the readings need to know of the index before they are compiled. */
export async function readKnown(ask: AskIndex, readings: readonly Reading[], { series }: Lead): Promise<KnownOfIndex> {
  const clauses = clausesOf(readings);
  const words = clauses.flatMap((clause) => (clause.kind === 'bag' || clause.kind === 'names' ? clause.words : []));
  const names = clauses.flatMap((clause) => (clause.kind === 'names' ? clause.names : []));
  const counted = await countKnown(ask, [...new Set(words)].filter(Boolean), names);
  const ordinal = clauses.find((clause) => clause.kind === 'ordinal');
  return { series, ...counted, ordinal: ordinal === undefined ? null : await findOrdinal(ask, ordinal) };
}

/** The best hit of the whole catalogue. */
export async function findLead(ask: AskIndex, clauses: readonly Clause[]): Promise<Lead> {
  const query = compileReadings([{ clauses, lifts: [] }], { series: [], ...NOTHING_KNOWN, ordinal: null });
  return readLead(await ask({ query, size: 1, sort: BY_SCORE, track_total_hits: false, _source: ['series'] }));
}

/** The lead of the page before; without series keys when it no longer exists. */
export async function leadOf(ask: AskIndex, id: string | null): Promise<Lead> {
  if (id === null) return NO_LEAD;
  return { ...readLead(await ask({ query: { ids: { values: [id] } }, size: 1, _source: ['series'] })), id };
}

function readLead({ hits: { hits } }: IndexAnswer): Lead {
  const [hit] = hits;
  return hit === undefined ? NO_LEAD : { id: hit._id ?? null, series: hit._source?.series ?? [] };
}

/** How many hits there are. */
export function totalOf({ hits: { total } }: IndexAnswer): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}

/** How often words occur, and which names do; a tombstone has no base score. */
async function countKnown(ask: AskIndex, words: readonly string[], names: readonly NameAmong[]): Promise<Counted> {
  if (words.length + names.length === 0) return NOTHING_KNOWN;
  const answer = await ask({
    query: { exists: { field: BASE_SCORE_FIELD } },
    size: 0,
    track_total_hits: true,
    aggs: {
      frequencies: { filters: { filters: [...words.map(hasWord), ...names.map(({ match }) => hasKey(match))] } },
    },
  });
  const counted = answer.aggregations?.frequencies as { readonly buckets: readonly { readonly doc_count: number }[] };
  const countOf = (place: number) => counted.buckets[place]?.doc_count ?? 0;
  const found = new Map(words.map((word, i) => [word, countOf(i)]));
  return {
    frequencies: { anime: totalOf(answer), of: (word) => found.get(word) ?? 0 },
    names: new Set(names.filter((_, i) => countOf(words.length + i) > 0)),
  };
}

async function findOrdinal(ask: AskIndex, { beginnings, place }: ClauseOf<'ordinal'>): Promise<string | null> {
  const { hits } = await ask({
    query: { bool: { filter: [begins(beginnings), { term: { format: 'tv' } }, { exists: { field: 'startDate' } }] } },
    size: MOST_MEMBERS,
    // An index of an earlier version has no dates.
    sort: [{ startDate: { order: 'asc', unmapped_type: 'keyword' } }, { id: { order: 'asc' } }],
    _source: ['traits', 'startDate', 'episodes'],
    docvalue_fields: [BASE_SCORE_FIELD],
  });
  const members = hits.hits.map(({ _id = '', _source, fields }) => ({
    ...{ id: _id, startDate: String(_source?.startDate), base: Number(fields?.[BASE_SCORE_FIELD]?.[0] ?? 0) },
    episodes: _source?.episodes?.[0] ?? null,
    numbers: numbersAmong(_source?.traits ?? []),
  }));
  return placeInSeries(members, place) ?? null;
}
