import type { CatalogAnime } from '../readCatalog.ts';
import { seededRandom, shuffled } from '../seededRandom.ts';
import { HAN_KINDS } from './hanKinds.ts';
import type { QueryKind } from './kind.ts';
import { MIXED_KINDS } from './mixedKinds.ts';
import { NUMBER_KINDS } from './numberKinds.ts';
import { PART_KINDS } from './partKinds.ts';
import { SEASON_KINDS } from './seasonKinds.ts';
import { SPELLING_KINDS } from './spellingKinds.ts';
import { TYPO_KINDS } from './typoKinds.ts';
import { WHOLE_TITLE_KINDS } from './wholeTitleKinds.ts';

export const KINDS: readonly QueryKind[] = [
  ...WHOLE_TITLE_KINDS,
  ...SPELLING_KINDS,
  ...HAN_KINDS,
  ...TYPO_KINDS,
  ...SEASON_KINDS,
  ...PART_KINDS,
  ...NUMBER_KINDS,
  ...MIXED_KINDS,
];

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
 * For each kind `perKind` queries, or fewer when the catalogue has no more, from titles drawn over the whole catalogue. The same
 * catalogue and seed give the same queries. No anime twice in a kind.
 */
export function relevanceQueries(catalog: readonly CatalogAnime[], perKind: number, seed: number): RelevanceQuery[] {
  const byPopularity = catalog
    .filter((anime) => anime.popularity !== null)
    .sort((a, b) => (b.popularity ?? 0) - (a.popularity ?? 0));
  const ranks = new Map(byPopularity.map((anime, rank) => [anime.id, rank]));
  return KINDS.flatMap((kind, k) => {
    const random = seededRandom(seed * 1000 + k);
    const queries: RelevanceQuery[] = [];
    for (const target of shuffled(random, catalog)) {
      if (queries.length === perKind) break;
      if (kind.fromAnime && !kind.fromAnime(target, ranks.get(target.id))) continue;
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
