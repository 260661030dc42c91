import type { Client, estypes } from '@elastic/elasticsearch';
import type { FacetBuckets } from '../../src/search/elasticsearch/facets.ts';
import { bestTier, searchBody } from '../../src/search/elasticsearch/searchBody.ts';
import { needsNextStage, planSearch } from '../../src/search/plan/planSearch.ts';

/** Finds out what a first page of 20 asks of the server; the function it gives sends just that and does nothing with the answer. */
export type BareSearch = (q: string) => Promise<() => Promise<void>>;

/** The official client with its defaults, sending the bodies that the adapter would send, ready-made. */
export function bareSearch(client: Client, index: string): BareSearch {
  return async (q) => {
    const plan = planSearch(q);
    const bodies: estypes.SearchRequest[] = [];
    for (const [stage, clauses] of plan.stages.entries()) {
      if (clauses.length === 0 && stage > 0) continue;
      const body = { index, ...searchBody(clauses, { q, filters: {}, limit: 20 }) };
      bodies.push(body);
      const answer = await client.search<unknown, FacetBuckets>(body);
      if (!needsNextStage(plan, stage, bestTier(answer))) break;
    }
    return async () => {
      for (const body of bodies) await client.search(body);
    };
  };
}
