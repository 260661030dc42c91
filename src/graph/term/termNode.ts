/** The two kinds of terms. */
export type TermKind = 'genre' | 'studio';

/** A genre or studio; its count of anime is read on demand. */
export interface TermNode {
  readonly slug: string;
  readonly name: string;
}
