/** The two kinds of terms. */
export type TermKind = 'genre' | 'studio';

/** A genre or studio; of one that an anime shows, whose version does not cover the count, that is read on demand. */
export interface TermNode {
  readonly slug: string;
  readonly name: string;
  readonly animeCount?: number;
}
