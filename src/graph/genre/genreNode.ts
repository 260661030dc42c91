/** What stands behind the graph's Genre; the count is read only where it is selected. */
export interface GenreNode {
  readonly slug: string;
  readonly name: string;
}
