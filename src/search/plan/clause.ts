import type { Trait } from '../normaliser/hints.ts';
import type { KeyField } from './indexedKeys.ts';

/** How one word of a query matches a token of a title, or the whole query a key. */
export type WordMatch =
  | { readonly kind: 'term'; readonly value: string }
  | { readonly kind: 'prefix'; readonly value: string }
  | { readonly kind: 'fuzzy'; readonly value: string; readonly edits: 1 | 2 };

/** Keys in a field; those that are found by edits are `MISTYPED_FIELDS`. */
export type KeyClause = WordMatch & { readonly points: number; readonly field: KeyField };

/**
 * An engine-neutral condition on an anime, with the points of a match; each adapter compiles it. An anime matches when
 * ONE of its titles does. An edit is an insertion, deletion or substitution of a code point or the transposition of two
 * neighbours (optimal string alignment, as in Lucene's `transpositions`); zero to `edits` of them match, and the first
 * letter may change.
 */
export type Clause =
  | KeyClause
  /**
   * Some token of one and the same title matches each entry, by any of its alternatives, in any order. The points are
   * those of a title of length class 0, 1, …; the best title counts.
   */
  | {
      readonly kind: 'words';
      readonly pointsByLength: readonly number[];
      readonly words: readonly (readonly WordMatch[])[];
    }
  /**
   * Words of a prominent anime's title, each character of Han and kana being one, begin with the pieces, in order, at
   * most `gap` others between.
   */
  | { readonly kind: 'beginnings'; readonly points: number; readonly pieces: readonly string[]; readonly gap: number }
  /** Where the lead has the name before its subtitles: works whose whole title is another name of its series. */
  | { readonly kind: 'namesake'; readonly points: number; readonly key: string }
  /** Each of the words is in any title of the anime, which has the short form if one is given. */
  | {
      readonly kind: 'together';
      readonly points: number;
      readonly words: readonly string[];
      readonly short: string | undefined;
    }
  /**
   * Enough distinct words in any titles of the anime: each counts by its rarity in the index, see `scoreWords`. To the
   * points of a match come those that the words share by weight.
   */
  | { readonly kind: 'bag'; readonly points: number; readonly words: readonly string[] }
  /** Whole names among other words: those that `countedNames` keeps of them. */
  | {
      readonly kind: 'names';
      /** Those of the query in their order, nothing for one that is never common. */
      readonly words: readonly string[];
      readonly names: readonly NameAmong[];
      /** Whether all words that a name leaves out must be common ones. */
      readonly leavesCommon: boolean;
    }
  /**
   * Of the dated television series with a `spaced` key that begins so, the one in this place, see `placeInSeries`.
   */
  | {
      readonly kind: 'ordinal';
      readonly points: number;
      readonly beginnings: readonly string[];
      readonly place: number;
    }
  /** Works with the trait in the series of the lead, see `SearchPlan`. */
  | { readonly kind: 'series'; readonly points: number; readonly trait: Trait };

/** The words of a query from one place to before another as a whole name. */
export interface NameAmong {
  readonly from: number;
  readonly to: number;
  readonly match: KeyClause;
}

export type ClauseOf<Kind extends Clause['kind']> = Extract<Clause, { readonly kind: Kind }>;

/** One interpretation of a query: an anime gets the most points of any clause, and those of lifts with its traits. */
export interface Reading {
  readonly clauses: readonly Clause[];
  readonly lifts: readonly { readonly trait: Trait; readonly points: number }[];
  /** The trait that an anime must have; absent for none. */
  readonly only?: Trait;
}

/** The clauses of the readings. */
export function clausesOf(readings: readonly Reading[]): Clause[] {
  return readings.flatMap(({ clauses }) => clauses);
}

/** Whether the readings depend on the lead. */
export function dependsOnLead(readings: readonly Reading[]): boolean {
  return clausesOf(readings).some(({ kind }) => kind === 'series' || kind === 'namesake');
}
