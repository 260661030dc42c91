/** A page of a list of the graph. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * Walks a list of the graph to its end, or until `limit` items are collected.
 * @param read given the cursor to continue from and the number of items so far; it may give the whole list
 */
export async function allNodes<Node>(
  read: (after: string | null, count: number) => Promise<Page<Node> | readonly Node[]>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Node[]> {
  const nodes: Node[] = [];
  let after: string | null = null;
  do {
    const page: Page<Node> | readonly Node[] = await read(after, nodes.length);
    nodes.push(...('nodes' in page ? page.nodes : page));
    after = 'nodes' in page && page.pageInfo?.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null && nodes.length < limit);
  return nodes;
}
