/** The two kinds of terms that anime are listed by. */
export type TermKind = 'genre' | 'studio';

/** A genre or studio; its count of anime is read only where it is selected. */
export interface TermNode {
  readonly slug: string;
  readonly name: string;
}
