import {
  type Facet,
  REACHABLE_HITS,
  type SearchAnswer,
  type SearchPosition,
  type SearchRequest,
} from '../../graph/search/port.ts';
import type { RankedHit } from './planSearch.ts';

/** What an adapter finds for a page. */
export interface RankedPage {
  readonly found: number;
  /** At most `pageSize`, best first, those behind the page before only. */
  readonly hits: readonly RankedHit[];
  /** Whether more lie behind the last of `hits`. */
  readonly more: boolean;
  readonly facets: readonly Facet[];
}

/** The reachable hits of this page. */
export function pageSize({ limit, after }: SearchRequest): number {
  return Math.max(0, Math.min(limit, REACHABLE_HITS - (after?.offset ?? 0)));
}

/** @param answered the stages that answered, and the lead that they asked for */
export function answerOf(
  { after }: SearchRequest,
  answered: Pick<SearchPosition, 'stages' | 'lead'>,
  { found, hits, more, facets }: RankedPage,
): SearchAnswer {
  const before = after?.offset ?? 0;
  return {
    found,
    hits: hits.map((hit, i) => ({ id: hit.id, position: { ...answered, ...hit, offset: before + i + 1 } })),
    hasNext: more && before + hits.length < REACHABLE_HITS,
    facets,
  };
}
