/** What orders hits of one query; `SearchPosition` has these fields. */
export interface RankedHit {
  readonly tier: number;
  readonly popularity: number;
  readonly id: string;
}

/** Negative when `a` comes first: better tier, then more popular, then smaller id (by code unit). */
export function compareHits(a: RankedHit, b: RankedHit): number {
  if (a.tier !== b.tier) return a.tier - b.tier;
  if (a.popularity !== b.popularity) return b.popularity - a.popularity;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The popularity that orders: null and what is not finite count as 0. */
export function rankedPopularity(popularity: number | null): number {
  return popularity !== null && Number.isFinite(popularity) ? popularity + 0 : 0;
}
