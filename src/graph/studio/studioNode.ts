/** What stands behind the graph's Studio; the count is read only where it is selected. */
export interface StudioNode {
  readonly slug: string;
  readonly name: string;
}
