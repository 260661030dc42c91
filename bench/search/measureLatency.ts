import type { SearchEngine } from '../../src/graph/search/port.ts';
import { percentile } from './percentile.ts';
import type { TimedKind } from './timedQueries.ts';

export interface LatencyFigures {
  readonly kind: string;
  readonly queries: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const WARM_UP = 300;

/** Times first pages of 20, one query after the other, the kinds in turn so that a slow spell of the machine hits all alike. */
export async function measureLatency(
  engine: SearchEngine,
  kinds: readonly TimedKind[],
  rounds: number,
): Promise<{ readonly kinds: readonly LatencyFigures[]; readonly overall: LatencyFigures }> {
  const ask = (q: string) => engine.search({ q, filters: {}, limit: 20 });
  for (const q of kinds.flatMap(({ queries }) => queries).slice(0, WARM_UP)) await ask(q);
  const times = kinds.map((): number[] => []);
  const longest = Math.max(...kinds.map(({ queries }) => queries.length));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < longest; i++) {
      for (const [k, { queries }] of kinds.entries()) {
        const q = queries[i];
        if (q === undefined) continue;
        const start = performance.now();
        await ask(q);
        times[k]?.push(performance.now() - start);
      }
    }
  }
  const figures = (kind: string, of: readonly number[]): LatencyFigures => ({
    kind,
    queries: of.length,
    p50Ms: percentile(of, 0.5),
    p99Ms: percentile(of, 0.99),
  });
  return {
    kinds: kinds.map(({ name }, k) => figures(name, times[k] ?? [])),
    overall: figures('overall', times.flat()),
  };
}
