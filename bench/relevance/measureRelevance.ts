import type { SearchEngine } from '../../src/graph/search/port.ts';
import type { Judge } from './judge.ts';
import type { QueryKind } from './kind.ts';
import type { RelevanceQuery } from './queries.ts';

export interface KindFigures {
  readonly kind: string;
  readonly queries: number;
  readonly hitAt1: number;
  readonly hitAt5: number;
  /** Mean reciprocal rank of the first right hit among the first 20; 0 for a query without one. */
  readonly mrr: number;
  readonly goal: number;
  readonly goalAt5: number | null;
}

export interface Miss {
  readonly query: RelevanceQuery;
  /** Ids of the first hits. */
  readonly hits: readonly string[];
  /** Undefined when none of the first 20 is right. */
  readonly rank: number | undefined;
}

export interface RelevanceFigures {
  readonly kinds: readonly KindFigures[];
  readonly overall: Omit<KindFigures, 'goalAt5'>;
  readonly misses: readonly Miss[];
}

const LOOKED_AT = 20;
const OVERALL_GOAL = 0.99;

export async function measureRelevance(
  engine: SearchEngine,
  queries: readonly RelevanceQuery[],
  judge: Judge,
): Promise<RelevanceFigures> {
  const ranks = new Map<QueryKind, (number | undefined)[]>();
  const misses: Miss[] = [];
  for (const query of queries) {
    const { hits } = await engine.search({ q: query.q, filters: {}, limit: LOOKED_AT });
    const ids = hits.map(({ id }) => id);
    const rank = judge.rankOfFirstRight(query, ids);
    ranks.set(query.kind, [...(ranks.get(query.kind) ?? []), rank]);
    if (rank !== 0) misses.push({ query, hits: ids, rank });
  }
  const kinds = [...ranks].map(([kind, of]) => ({
    ...figures(kind.name, of),
    goal: kind.goal,
    goalAt5: kind.goalAt5 ?? null,
  }));
  return { kinds, overall: { ...figures('overall', [...ranks.values()].flat()), goal: OVERALL_GOAL }, misses };
}

function figures(kind: string, ranks: readonly (number | undefined)[]) {
  const share = (right: (rank: number) => number) =>
    ranks.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : right(rank)), 0) / ranks.length;
  return {
    kind,
    queries: ranks.length,
    hitAt1: share((rank) => (rank === 0 ? 1 : 0)),
    hitAt5: share((rank) => (rank < 5 ? 1 : 0)),
    mrr: share((rank) => 1 / (rank + 1)),
  };
}
