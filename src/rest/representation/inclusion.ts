import type { GraphContext } from '../../graph/schema/context.ts';
import type { RepresentationTools } from './representationTools.ts';

/** A member that a request adds to a resource, or shows in full, by naming it in `include`. */
export interface Inclusion {
  /** A sentence for the description. */
  readonly description: string;
  prepare(tools: RepresentationTools): InclusionReader;
}

/**
 * Reads the member of each item, by the items' ids.
 * @param whole by one statement, which no change can come between; else what is cached is not read
 */
export type InclusionReader = (context: GraphContext, ids: readonly string[], whole: boolean) => Promise<Included>;

export interface Included {
  /** Of each item, what its member depends on. */
  readonly versions: readonly string[];
  /** The JSON of each item's member, null for what the item has anyway; null when one of them is no longer current. */
  readonly json: () => Promise<readonly (Buffer | null)[] | null>;
}
