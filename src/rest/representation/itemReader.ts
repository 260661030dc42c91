import type { GraphContext } from '../../graph/schema/context.ts';

/** An entity in the version read. */
export interface VersionedNode {
  readonly id: string;
  readonly version: string;
}

/** Produces the JSON of list items or of one resource. */
export interface ItemReader<Node> {
  /** Pieces of JSON that, joined by commas, are the items. */
  ofNodes(context: GraphContext, nodes: readonly Node[]): readonly Buffer[];
  /** The same from the nodes' ids and versions; null when one of them is no longer current. */
  ofKeys(context: GraphContext, keys: readonly (Node | VersionedNode)[]): Promise<readonly Buffer[] | null>;
  /** The JSON of an entity in this version, if cached. */
  cached(context: GraphContext, key: VersionedNode): Buffer | undefined;
  /** Whether it is cheaper to read keys first. */
  readonly isMostlyCached: boolean;
}

/** Items without a cache. */
export function plainItems<Node>(resource: (node: Node) => unknown): ItemReader<Node> {
  return {
    ofNodes: (_context, nodes) =>
      nodes.length === 0 ? [] : [Buffer.from(JSON.stringify(nodes.map(resource)).slice(1, -1))],
    ofKeys: async () => null,
    cached: () => undefined,
    isMostlyCached: false,
  };
}
