import type { GraphContext } from '../../graph/schema/context.ts';

/** An entity in the version that was read. */
export interface VersionedNode {
  readonly id: string;
  readonly version: string;
}

/** Makes the JSON of what is shown: the items of a list, or one resource. */
export interface ItemReader<Node> {
  /** Pieces of JSON that make up the items when commas join them. */
  ofNodes(context: GraphContext, nodes: readonly Node[]): readonly Buffer[];
  /** The same of nodes of which only id and version were read; null when one of them is no longer the current one. */
  ofKeys(context: GraphContext, keys: readonly Node[]): Promise<readonly Buffer[] | null>;
  /** The JSON of an entity in this version, if it is held. */
  held(context: GraphContext, key: VersionedNode): Buffer | undefined;
  /** Whether reading keys first is cheaper than reading all. */
  readonly holdsMost: boolean;
}

/** Items that are made for every answer. */
export function plainItems<Node>(resource: (node: Node) => unknown): ItemReader<Node> {
  return {
    ofNodes: (_context, nodes) =>
      nodes.length === 0 ? [] : [Buffer.from(JSON.stringify(nodes.map(resource)).slice(1, -1))],
    ofKeys: async () => null,
    held: () => undefined,
    holdsMost: false,
  };
}
