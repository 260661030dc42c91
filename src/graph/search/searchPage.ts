import type { EntityKey } from '../reading/entityFields.ts';
import type { Page } from '../reading/keyset.ts';
import type { MatchedTitle } from './matchedTitles.ts';
import type { Facet } from './port.ts';
import type { Explanation, QueryReading } from './queryReading.ts';

/** The page behind the graph's SearchConnection. */
export interface SearchPage extends Page<EntityKey> {
  readonly found: number;
  readonly truncated: boolean;
  readonly facets: readonly Facet[];
  readonly reading: QueryReading;
  /** What the first of the nodes is found by; null without one. */
  readonly explanation: () => Explanation | null;
  /** By which title each node is found; matched when it is asked for first. */
  readonly matchedTitles: () => readonly MatchedTitle[];
}
