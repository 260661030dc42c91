/** What orders hits of one query; `SearchPosition` has these fields. */
export interface RankedHit {
  readonly score: number;
  readonly id: string;
}

/** Negative when `a` comes first: more points, then smaller id (by code unit). */
export function compareHits(a: RankedHit, b: RankedHit): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
