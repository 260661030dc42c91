import type { Trait } from '../normaliser/hints.ts';

/** Fields of an index that hold whole keys; see `TitleKeys`. */
export type KeyField =
  | 'exact'
  | 'raw'
  | 'folded'
  | 'openings'
  | 'spaced'
  | 'initials'
  | 'abbreviations'
  | 'series'
  | 'traits';

/** Fields whose keys are found by prefix. */
export type BegunKeyField = 'raw' | 'folded' | 'spaced';

/** Fields whose keys are found by edits. */
export type MistypedKeyField = 'raw' | 'folded' | 'openings' | 'series';

/** How one word of a query matches a token of a title. */
export type WordMatch =
  | { readonly kind: 'term'; readonly value: string }
  | { readonly kind: 'prefix'; readonly value: string }
  | { readonly kind: 'fuzzy'; readonly value: string; readonly edits: 1 | 2 };

/**
 * A neutral condition on an anime, which each adapter compiles to its own engine, and the points that it gives to what
 * matches. An anime matches when ONE of its titles does. An edit is an insertion, deletion or substitution of a code
 * point or the transposition of two neighbours (optimal string alignment, as in Lucene's `transpositions`); up to
 * `edits` of them match, none included, and the first letter may change.
 */
export type Clause =
  | { readonly kind: 'term'; readonly points: number; readonly field: KeyField; readonly value: string }
  | { readonly kind: 'prefix'; readonly points: number; readonly field: BegunKeyField; readonly value: string }
  | {
      readonly kind: 'fuzzy';
      readonly points: number;
      readonly field: MistypedKeyField;
      readonly value: string;
      readonly edits: 1 | 2;
    }
  /**
   * Every entry is matched by some token of one and the same title; an entry by any of its alternatives. Order is free.
   * The points are those of a title of class of length 0, 1, …; the best title counts.
   */
  | {
      readonly kind: 'words';
      readonly pointsByLength: readonly number[];
      readonly words: readonly (readonly WordMatch[])[];
    }
  /**
   * Words of one title begin with the pieces, in their order and at most `BEGINNINGS_GAP`
   * other words between; prominent anime only.
   */
  | { readonly kind: 'beginnings'; readonly points: number; readonly pieces: readonly string[] }
  /** Works of the series of the lead, see `SearchPlan`, that have the trait. */
  | { readonly kind: 'series'; readonly points: number; readonly trait: Trait };

/** How many words may stand between those that a contraction is made of: particles mostly. */
export const BEGINNINGS_GAP = 6;

/**
 * One way to understand a query: an anime has the most points of any clause, and those of each lift whose trait it has.
 */
export interface Reading {
  readonly clauses: readonly Clause[];
  readonly lifts: readonly { readonly trait: Trait; readonly points: number }[];
}

/** Whether the lead must be known first. */
export function asksForSeries(readings: readonly Reading[]): boolean {
  return readings.some(({ clauses }) => clauses.some(({ kind }) => kind === 'series'));
}
