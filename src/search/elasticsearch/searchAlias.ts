import type { Client, estypes } from '@elastic/elasticsearch';
import type { SearchAnswer, SearchRequest } from '../../graph/search/port.ts';
import { dependsOnLead, type Reading } from '../plan/clause.ts';
import { nextStage, planSearch } from '../plan/planSearch.ts';
import { answerOf } from '../plan/rankedPage.ts';
import { orUnavailable } from './failure.ts';
import type { HedgedRequests } from './hedgedRequests.ts';
import { findLead, type IndexAnswer, leadOf, NO_LEAD, readKnown } from './readKnown.ts';
import { bestScore, readPage, searchBody } from './searchBody.ts';
import { withDeadline } from './withDeadline.ts';

/** A search answers or is refused within two seconds; the rest of a request takes some of them. */
export const SEARCH_DEADLINE_MS = 1_700;

export interface SearchTarget {
  readonly client: Client;
  readonly alias: string;
  readonly hedged: HedgedRequests;
  /** The time of all stages of a search together. */
  readonly deadlineMs: number;
}

/**
 * Runs the stages of the plan in turn; a following page runs only the stage of its position.
 * @throws SearchUnavailableError, or the signal's reason when the caller gives up
 */
export async function searchAlias(target: SearchTarget, request: SearchRequest): Promise<SearchAnswer> {
  const plan = planSearch(request.q);
  return await withDeadline(target.deadlineMs, request.signal, async (signal) => {
    const ask = (body: estypes.SearchRequest) => askAlias(target, body, signal);
    const { after } = request;
    let stage = after?.stage ?? 0;
    let lead = after === undefined ? NO_LEAD : await leadOf(ask, after.lead);
    let readings: readonly Reading[] = plan.stages.slice(0, stage + 1).flatMap((each) => each.readings);
    for (;;) {
      const answer = await ask(searchBody(readings, await readKnown(ask, readings, lead), request));
      const best = bestScore(answer);
      const next = after === undefined ? nextStage(plan, stage, best) : undefined;
      if (next === undefined) return answerOf(request, { stage, lead: lead.id }, readPage(answer, request));
      stage = next;
      const added = plan.stages[stage]?.readings ?? [];
      if (dependsOnLead(added)) lead = await findLead(ask, plan.lead);
      // A stage without hits is not repeated.
      readings = best === undefined ? added : [...readings, ...added];
    }
  });
}

async function askAlias(
  { client, alias, hedged, deadlineMs }: SearchTarget,
  body: estypes.SearchRequest,
  signal: AbortSignal,
): Promise<IndexAnswer> {
  const nodes = client.connectionPool.size;
  // With another node available, a hung one is set aside while there is time left for the other.
  const requestTimeout = nodes === 1 ? deadlineMs : Math.floor(deadlineMs / 2);
  const asked = new Set();
  return await orUnavailable('search', () =>
    hedged.send(nodes, signal, () =>
      client.search(
        // Partial hits are refused. A node asks its own copy, so that it does not wait for another node that hangs.
        { index: alias, allow_partial_search_results: false, preference: '_local', ...body },
        { signal, requestTimeout, maxRetries: 0, context: { asked } },
      ),
    ),
  );
}
