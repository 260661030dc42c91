import type { AnimeEntity } from '../anime/animeEntity.ts';
import type { VersionedEntity } from '../reading/entitySource.ts';
import type { MatchedTitle } from './matchedTitles.ts';
import type { Facet } from './port.ts';
import type { QueryReading } from './queryReading.ts';

/** The page behind the graph's SearchConnection. */
export interface SearchPage {
  /** Only ids and versions where the operation selects no other field. */
  readonly nodes: readonly (AnimeEntity | VersionedEntity)[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly found: number;
  readonly truncated: boolean;
  readonly facets: readonly Facet[];
  readonly reading: QueryReading;
  /** By which title each node is found; read when it is asked for first. */
  readonly matchedTitles: () => Promise<readonly MatchedTitle[]>;
}
