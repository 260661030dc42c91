import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import type { SearchAnswer, SearchRequest } from '../../graph/search/port.ts';
import { dependsOnLead } from '../plan/clause.ts';
import { nextStage, planSearch, readingsOf } from '../plan/planSearch.ts';
import { answerOf } from '../plan/rankedPage.ts';
import { type KnownOfIndex, NOTHING_KNOWN } from './compileReadings.ts';
import { orUnavailable } from './failure.ts';
import { type IndexAnswer, leadBy, learn, questionsOf } from './readKnown.ts';
import { bestScore, readPage, searchBody } from './searchBody.ts';

/** A search answers or is refused within two seconds; the rest of a request takes some of them. */
export const SEARCH_DEADLINE_MS = 1_700;

/** Stages that one request asks for: the one that is wanted, and that with each of those behind it. */
const PASSES = [[0], [1, 2], [3, 4, 5]];

export interface SearchTarget {
  readonly client: Client;
  readonly alias: string;
  /** The time of all stages of a search together. */
  readonly deadlineMs: number;
}

/**
 * Runs the stages of the plan in turn; a following page runs those of its position. Each pass also requests what the
 * stages of the next one depend on.
 * @throws SearchUnavailableError
 */
export async function searchAlias(target: SearchTarget, request: SearchRequest): Promise<SearchAnswer> {
  const plan = planSearch(request.q);
  const signal = AbortSignal.timeout(target.deadlineMs);
  const ask = (bodies: readonly estypes.SearchRequest[]) => askAlias(target, bodies, signal);
  const pageOf = (stages: number, known: KnownOfIndex) => searchBody(readingsOf(plan, stages), known, request);
  const { after } = request;
  if (after !== undefined) {
    const lead = after.lead === null ? [] : [leadBy({ ids: { values: [after.lead] } })];
    const questions = [...lead, ...questionsOf(plan, readingsOf(plan, after.stages), after.lead)];
    const known = learn(NOTHING_KNOWN, questions, await ask(questions.map(({ body }) => body)));
    const [answer] = await ask([pageOf(after.stages, known)]);
    return answerOf(request, after, readPage(answer as IndexAnswer, request));
  }
  let known = NOTHING_KNOWN;
  let [stage, stages, fruitless] = [0, 1, 0];
  const held = new Map<number, IndexAnswer>();
  for (;;) {
    if (!held.has(stages)) {
      const pass = PASSES.findIndex((each) => each.includes(stage));
      const further = PASSES[pass]?.filter((s) => s > stage && plan.stages[s]?.readings.length !== 0) ?? [];
      const asked = [stages, ...further.map((s) => stages | (1 << s))];
      const later = PASSES.slice(pass + 1).map((each) => each.flatMap((s) => plan.stages[s]?.readings ?? []));
      const questions = questionsOf(plan, later.find((readings) => readings.length > 0) ?? [], known.lead);
      const pages = asked.map((each) => pageOf(each & ~fruitless, known));
      const answers = await ask([...pages, ...questions.map(({ body }) => body)]);
      for (const [i, each] of asked.entries()) held.set(each, answers[i] as IndexAnswer);
      known = learn(known, questions, answers.slice(asked.length));
    }
    const answer = held.get(stages) as IndexAnswer;
    const best = bestScore(answer);
    if (best === undefined) fruitless = stages;
    const next = nextStage(plan, stage, best);
    if (next === undefined) {
      const { lead } = dependsOnLead(readingsOf(plan, stages)) ? known : NOTHING_KNOWN;
      return answerOf(request, { stages, lead: lead ?? null }, readPage(answer, request));
    }
    stage = next;
    stages |= 1 << next;
  }
}

async function askAlias(
  { client, alias: index, deadlineMs }: SearchTarget,
  bodies: readonly estypes.SearchRequest[],
  signal: AbortSignal,
): Promise<readonly IndexAnswer[]> {
  // With another node available, one that hangs is set aside while there is time left for the other.
  const requestTimeout = Math.floor(deadlineMs / Math.min(2, client.connectionPool.size));
  // The signal is this search's own: the client ends a request that takes too long by an event on it.
  const limits = { signal, requestTimeout };
  // Partial hits are refused. A node asks its own copy, so that it does not wait for another node that hangs.
  const how = { allow_partial_search_results: false, preference: '_local' };
  if (bodies.length === 0) return [];
  return await orUnavailable('search', async () => {
    const searches = bodies.flatMap((each): [estypes.MsearchMultisearchHeader, estypes.MsearchMultisearchBody] => [
      how,
      each,
    ]);
    const { responses } = await client.msearch({ index, searches }, limits);
    return responses.map((answer) => {
      if (!('error' in answer)) return answer as IndexAnswer;
      throw new errors.ResponseError({
        body: answer,
        statusCode: answer.status,
        headers: {},
        warnings: null,
        meta: {} as never,
      });
    });
  });
}
