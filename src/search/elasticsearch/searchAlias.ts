import type { Client, estypes } from '@elastic/elasticsearch';
import { REACHABLE_HITS, type SearchAnswer, type SearchRequest } from '../../graph/search/port.ts';
import { continuingKeys } from '../normaliser/titleKeys.ts';
import { type Clause, dependsOnLead, ordinalOf, type Reading, weighedWords } from '../plan/clause.ts';
import { planFacets } from '../plan/planFilters.ts';
import { nextStage, planSearch, type SearchPlan } from '../plan/planSearch.ts';
import type { WordFrequencies } from '../plan/weighBag.ts';
import { orUnavailable } from './failure.ts';
import type { HedgedRequests } from './hedgedRequests.ts';
import {
  bestScore,
  type FacetBuckets,
  frequencyBody,
  leadBody,
  NOTHING_KNOWN,
  ordinalBody,
  positionOf,
  readFacets,
  readFrequencies,
  readOrdinal,
  searchBody,
} from './searchBody.ts';

/** A search answers or is refused within two seconds; the rest of a request takes some of them. */
export const SEARCH_DEADLINE_MS = 1_700;

export interface SearchTarget {
  readonly client: Client;
  readonly alias: string;
  readonly hedged: HedgedRequests;
  /** The time of all stages of a search together. */
  readonly deadlineMs: number;
}

type StageAnswer = Awaited<ReturnType<typeof searchStage>>;

interface Lead {
  readonly id: string | null;
  readonly series: readonly string[];
}

const NO_LEAD: Lead = { id: null, series: [] };

/**
 * Runs the stages of the plan in turn; a following page runs only the stage of its position.
 * @throws SearchUnavailableError, or the signal's reason when the caller gives up
 */
export async function searchAlias(target: SearchTarget, request: SearchRequest): Promise<SearchAnswer> {
  const plan = planSearch(request.q);
  return await withDeadline(target.deadlineMs, request.signal, async (signal) => {
    const { after } = request;
    if (!after) return await firstPage(target, plan, request, signal);
    const lead = after.lead === null ? NO_LEAD : await leadOf(target, after.lead, signal);
    const readings = plan.stages.slice(0, after.stage + 1).flatMap((stage) => stage.readings);
    return readAnswer(await searchStage(target, readings, lead, request, signal), after.stage, lead, request);
  });
}

async function firstPage(
  target: SearchTarget,
  plan: SearchPlan,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchAnswer> {
  let stage = 0;
  let lead = NO_LEAD;
  let readings = plan.stages[0]?.readings ?? [];
  let answer = await searchStage(target, readings, lead, request, signal);
  for (;;) {
    const best = bestScore(answer);
    const next = nextStage(plan, stage, best);
    if (next === undefined) return readAnswer(answer, stage, lead, request);
    const added = plan.stages[next]?.readings ?? [];
    if (dependsOnLead(added)) lead = await findLead(target, plan.lead, signal);
    // A stage without hits is not repeated.
    readings = best === undefined ? added : [...readings, ...added];
    answer = await searchStage(target, readings, lead, request, signal);
    stage = next;
  }
}

async function searchStage(
  target: SearchTarget,
  readings: readonly Reading[],
  lead: Lead,
  request: SearchRequest,
  signal: AbortSignal,
) {
  const frequencies = await countWords(target, weighedWords(readings), signal);
  const ordinal = await findOrdinal(target, ordinalOf(readings), signal);
  return await ask<unknown>(
    target,
    searchBody(readings, { series: lead.series, frequencies, ordinal }, request),
    signal,
  );
}

async function countWords(
  target: SearchTarget,
  words: readonly string[],
  signal: AbortSignal,
): Promise<WordFrequencies> {
  if (words.length === 0) return NOTHING_KNOWN.frequencies;
  return readFrequencies(words, await ask<unknown>(target, frequencyBody(words), signal));
}

async function findOrdinal(
  target: SearchTarget,
  clause: ReturnType<typeof ordinalOf>,
  signal: AbortSignal,
): Promise<string | null> {
  return clause === undefined ? null : readOrdinal(await ask<unknown>(target, ordinalBody(clause), signal));
}

/** The best hit of the whole catalogue. */
async function findLead(target: SearchTarget, clauses: readonly Clause[], signal: AbortSignal): Promise<Lead> {
  const { hits } = await ask<SeriesSource>(target, leadBody(clauses), signal);
  return readLead(hits.hits[0]);
}

/** The lead of the previous page; without series keys when it no longer exists. */
async function leadOf(target: SearchTarget, id: string, signal: AbortSignal): Promise<Lead> {
  const body = { query: { ids: { values: [id] } }, size: 1, _source: ['series'] };
  const { hits } = await ask<SeriesSource>(target, body, signal);
  return { ...readLead(hits.hits[0]), id };
}

function readLead(hit: estypes.SearchHit<SeriesSource> | undefined): Lead {
  return hit === undefined ? NO_LEAD : { id: hit._id ?? null, series: continuingKeys(hit._source?.series ?? []) };
}

interface SeriesSource {
  readonly series?: readonly string[];
}

async function ask<Source>(
  { client, alias, hedged, deadlineMs }: SearchTarget,
  body: estypes.SearchRequest,
  signal: AbortSignal,
) {
  const nodes = client.connectionPool.size;
  // With another node available, a hung one is set aside while there is time left for the other.
  const requestTimeout = nodes === 1 ? deadlineMs : Math.floor(deadlineMs / 2);
  const asked = new Set();
  return await orUnavailable('search', () =>
    hedged.send(nodes, signal, () =>
      client.search<Source, FacetBuckets>(
        // Partial hits are refused. A node asks its own copy, so that it does not wait for another node that hangs.
        { index: alias, allow_partial_search_results: false, preference: '_local', ...body },
        { signal, requestTimeout, maxRetries: 0, context: { asked } },
      ),
    ),
  );
}

function readAnswer(answer: StageAnswer, stage: number, lead: Lead, request: SearchRequest): SearchAnswer {
  const total = answer.hits.total;
  const found = typeof total === 'number' ? total : (total?.value ?? 0);
  const before = request.after?.offset ?? 0;
  const hits = answer.hits.hits.map((hit, index) => {
    const position = positionOf(hit, stage, lead.id, before + index + 1);
    return { id: position.id, position };
  });
  const reached = before + hits.length;
  return {
    found,
    hits,
    hasNext: hits.length === request.limit && reached < Math.min(found, REACHABLE_HITS),
    facets: readFacets(answer.aggregations ?? {}, planFacets(request)),
  };
}

/**
 * Runs `request` with a signal that aborts after `milliseconds`, or when the caller aborts.
 *
 * The signal aborts with its default reason, never the caller's or a timeout's: the client takes any other for a
 * failure of the node, sets the node aside and tries the next.
 */
export async function withDeadline<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  const timer = setTimeout(giveUp, milliseconds);
  caller?.addEventListener('abort', giveUp, { once: true });
  try {
    return await request(controller.signal);
  } catch (error) {
    caller?.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
  }
}
