/** One filter over `anime a`. */
export interface FilterTerm {
  readonly condition: string;
  /** What follows about the columns that the indexes of the orders hold; absent: the condition itself. */
  readonly covered?: readonly string[];
  /** The one of those about the status, with which the indexes of some orders begin. */
  readonly leading?: string;
  /** Whether it asks for members of a set, which no key of an order's index compares. */
  readonly ofSet?: 'large' | 'small';
  /** What follows, by an expression of the index anime_facets. */
  readonly facets: string;
}
