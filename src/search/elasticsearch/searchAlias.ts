import type { Client, estypes } from '@elastic/elasticsearch';
import type { SearchAnswer, SearchRequest } from '../../graph/search/port.ts';
import { dependsOnLead, type Reading } from '../plan/clause.ts';
import { nextStage, planSearch, readingsOf } from '../plan/planSearch.ts';
import { answerOf } from '../plan/rankedPage.ts';
import { orUnavailable } from './failure.ts';
import { findLead, type IndexAnswer, leadOf, NO_LEAD, readKnown } from './readKnown.ts';
import { bestHit, readPage, searchBody } from './searchBody.ts';

/** A search answers or is refused within two seconds; the rest of a request takes some of them. */
export const SEARCH_DEADLINE_MS = 1_700;

export interface SearchTarget {
  readonly client: Client;
  readonly alias: string;
  /** The time of all stages of a search together. */
  readonly deadlineMs: number;
}

/**
 * Runs the stages of the plan in turn; a following page runs those of its position.
 * @throws SearchUnavailableError
 */
export async function searchAlias(target: SearchTarget, request: SearchRequest): Promise<SearchAnswer> {
  const plan = planSearch(request.q);
  const signal = AbortSignal.timeout(target.deadlineMs);
  const ask = (body: estypes.SearchRequest) => askAlias(target, body, signal);
  const { after } = request;
  let stages = after?.stages ?? 1;
  let lead = after === undefined ? NO_LEAD : await leadOf(ask, after.lead);
  let readings: readonly Reading[] = readingsOf(plan, stages);
  for (let stage = 0; ; ) {
    const answer = await ask(searchBody(readings, await readKnown(ask, readings, lead), request));
    const best = bestHit(answer);
    const next = after === undefined ? nextStage(plan, stage, best) : undefined;
    if (next === undefined) return answerOf(request, { stages, lead: lead.id }, readPage(answer, request));
    stage = next;
    stages |= 1 << next;
    const added = plan.stages[stage]?.readings ?? [];
    if (lead === NO_LEAD && dependsOnLead(added)) lead = await findLead(ask, plan.lead);
    // A stage without hits is not repeated.
    readings = best === undefined ? added : [...readings, ...added];
  }
}

async function askAlias(
  { client, alias, deadlineMs }: SearchTarget,
  body: estypes.SearchRequest,
  signal: AbortSignal,
): Promise<IndexAnswer> {
  // With another node available, one that hangs is set aside while there is time left for the other.
  const requestTimeout = Math.floor(deadlineMs / Math.min(2, client.connectionPool.size));
  return await orUnavailable('search', () =>
    client.search(
      // Partial hits are refused. A node asks its own copy, so that it does not wait for another node that hangs.
      { index: alias, allow_partial_search_results: false, preference: '_local', ...body },
      // The signal is this search's own: the client ends a request that takes too long by an event on it.
      { signal, requestTimeout },
    ),
  );
}
