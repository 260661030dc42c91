import type { Client } from '@elastic/elasticsearch';
import { REACHABLE_HITS, type SearchAnswer, type SearchRequest } from '../../graph/search/port.ts';
import type { Clause } from '../plan/clause.ts';
import { needsNextStage, planSearch, type SearchPlan } from '../plan/planSearch.ts';
import { type FacetBuckets, readFacets } from './facets.ts';
import { bestTier, positionOf, searchBody } from './searchBody.ts';
import { orUnavailable } from './unavailable.ts';
import { withDeadline } from './withDeadline.ts';

/** The contract's answer within two seconds, less what the rest of a request takes. */
export const SEARCH_DEADLINE_MS = 1_700;

export interface SearchTarget {
  readonly client: Client;
  readonly alias: string;
  /** All stages of a search together. */
  readonly deadlineMs: number;
}

type StageAnswer = Awaited<ReturnType<typeof searchStage>>;

/**
 * Searches stage after stage as the plan says; a following page runs the stage of its position at once.
 * @throws SearchUnavailableError, or the signal's reason when the caller gives up
 */
export async function searchAlias(target: SearchTarget, request: SearchRequest): Promise<SearchAnswer> {
  const plan = planSearch(request.q);
  return await withDeadline(target.deadlineMs, request.signal, async (signal) => {
    const ask = (clauses: readonly Clause[]) => searchStage(target, clauses, request, signal);
    const { after } = request;
    if (!after) return await firstPage(plan, request, ask);
    return readAnswer(await ask(plan.stages.slice(0, after.stage + 1).flat()), after.stage, request);
  });
}

async function firstPage(
  plan: SearchPlan,
  request: SearchRequest,
  ask: (clauses: readonly Clause[]) => Promise<StageAnswer>,
): Promise<SearchAnswer> {
  let stage = 0;
  let clauses = plan.stages[0] ?? [];
  let answer = await ask(clauses);
  for (let best = bestTier(answer); needsNextStage(plan, stage, best); best = bestTier(answer)) {
    stage += 1;
    const added = plan.stages[stage] ?? [];
    if (added.length === 0) continue;
    // What found nothing need not be asked again.
    clauses = best === undefined ? added : [...clauses, ...added];
    answer = await ask(clauses);
  }
  return readAnswer(answer, stage, request);
}

async function searchStage(
  { client, alias, deadlineMs }: SearchTarget,
  clauses: readonly Clause[],
  request: SearchRequest,
  signal: AbortSignal,
) {
  // With another node to turn to, one that hangs is given up while there is time left for the other.
  const attempts = client.connectionPool.size === 1 ? 1 : 2;
  return await orUnavailable('search', () =>
    client.search<unknown, FacetBuckets>(
      // A part of the hits is no answer.
      { index: alias, allow_partial_search_results: false, ...searchBody(clauses, request) },
      { signal, requestTimeout: Math.floor(deadlineMs / attempts), retryBackoff: () => 0 },
    ),
  );
}

function readAnswer(answer: StageAnswer, stage: number, request: SearchRequest): SearchAnswer {
  const total = answer.hits.total;
  const found = typeof total === 'number' ? total : (total?.value ?? 0);
  const before = request.after?.offset ?? 0;
  const hits = answer.hits.hits.map((hit, index) => {
    const position = positionOf(hit, stage, before + index + 1);
    return { id: position.id, position };
  });
  const reached = before + hits.length;
  return {
    found,
    hits,
    hasNext: hits.length === request.limit && reached < Math.min(found, REACHABLE_HITS),
    facets: readFacets(answer.aggregations ?? {}),
  };
}
