/** Fields of an index that hold whole keys; see `TitleKeys`. */
export type KeyField = 'exact' | 'raw' | 'folded' | 'initials';

/** How one word of a query matches a token of a title. */
export type WordMatch =
  | { readonly kind: 'term'; readonly value: string }
  | { readonly kind: 'prefix'; readonly value: string }
  | { readonly kind: 'fuzzy'; readonly value: string; readonly edits: 1 | 2 };

/**
 * A neutral condition on an anime, which each adapter compiles to its own engine. An anime matches when ONE of its titles does.
 * An edit is an insertion, deletion or substitution of a code point or the transposition of two neighbours (optimal string
 * alignment, as in Lucene's `transpositions`); up to `edits` of them match, none included, and the first letter may change.
 */
export type Clause =
  | { readonly kind: 'term'; readonly tier: number; readonly field: KeyField; readonly value: string }
  | { readonly kind: 'prefix'; readonly tier: number; readonly field: 'raw' | 'folded'; readonly value: string }
  | {
      readonly kind: 'fuzzy';
      readonly tier: number;
      readonly field: 'raw' | 'folded';
      readonly value: string;
      readonly edits: 1 | 2;
    }
  /** Every entry is matched by some token of one and the same title; an entry by any of its alternatives. Order is free. */
  | { readonly kind: 'words'; readonly tier: number; readonly words: readonly (readonly WordMatch[])[] };
