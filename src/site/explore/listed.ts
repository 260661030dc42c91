/** A page of a list, as endpoints answer it. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly page: { readonly nextCursor: string | null };
}
