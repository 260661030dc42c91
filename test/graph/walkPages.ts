export interface ReadPage {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * The ids of a list from its first page to its last.
 * @throws Error when a page with a next one is not full, or has no cursor to go on from
 */
export async function walkPages(
  first: number,
  read: (page: { first: number; after: string | null }) => Promise<ReadPage | null>,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const page: ReadPage | null = await read({ first, after });
    if (page === null) throw new Error('there is no such list');
    ids.push(...page.nodes.map(({ id }) => id));
    const { hasNextPage, endCursor } = page.pageInfo;
    if ((endCursor === null) !== (page.nodes.length === 0)) throw new Error('a cursor is of the last node');
    if (!hasNextPage) return ids;
    if (page.nodes.length !== first || endCursor === null) throw new Error('a page with a next one is full');
    after = endCursor;
  }
}
