import type { Representation } from '../representation/representation.ts';

/** How the nodes of an operation are shown. A representation is cached and needs the nodes' `version`. */
export type ItemDefinition<Node, Item> = ((node: Node) => Item) | Representation<Node, Item>;
