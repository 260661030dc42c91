import type { CatalogAnime } from '../readCatalog.ts';
import { seededRandom, shuffled } from '../seededRandom.ts';
import type { QueryKind } from './kind.ts';
import { KINDS } from './kinds.ts';

export interface RelevanceQuery {
  readonly kind: QueryKind;
  readonly q: string;
  readonly target: CatalogAnime;
  /** The title that the query was written from. */
  readonly title: string;
}

/** docs/contract.md#limits: 1–200 code points. */
const MAX_QUERY_LENGTH = 200;

/**
 * For each kind `perKind` queries, or fewer when the catalogue has no more, from titles drawn over the whole catalogue.
 * The same catalogue and seed give the same queries. No anime twice in a kind.
 */
export function relevanceQueries(catalog: readonly CatalogAnime[], perKind: number, seed: number): RelevanceQuery[] {
  const byPopularity = catalog
    .filter((anime) => anime.popularity !== null)
    .sort((a, b) => (b.popularity ?? 0) - (a.popularity ?? 0));
  return KINDS.flatMap((kind, k) => {
    const random = seededRandom(seed * 1000 + k);
    const drawn = new Set(kind.wellKnown === undefined ? catalog : byPopularity.slice(0, kind.wellKnown));
    const queries: RelevanceQuery[] = [];
    for (const target of shuffled(random, catalog)) {
      if (queries.length === perKind) break;
      if (!drawn.has(target)) continue;
      for (const title of shuffled(random, target.labelledTitles)) {
        const q = kind.write(title, random, target);
        if (q === undefined || [...q].length > MAX_QUERY_LENGTH) continue;
        queries.push({ kind, q, target, title: title.title });
        break;
      }
    }
    return queries;
  });
}
