import type { SearchEngine } from '../../src/graph/search/port.ts';
import { percentile } from '../percentile.ts';
import type { TimedKind } from './timedQueries.ts';

export interface LatencyFigures {
  readonly kind: string;
  readonly queries: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** As `p99Ms`, of this process's CPU time: on a busy machine the wall clock also counts waiting for a core. */
  readonly p99CpuMs: number;
}

interface Times {
  readonly wall: number[];
  readonly cpu: number[];
}

const WARM_UP = 300;

/** Times first pages of 20, one query after the other, the kinds in turn: a slow spell hits all alike. */
export async function measureLatency(
  engine: SearchEngine,
  kinds: readonly TimedKind[],
  rounds: number,
): Promise<{ readonly kinds: readonly LatencyFigures[]; readonly overall: LatencyFigures }> {
  const ask = (q: string) => engine.search({ q, filters: {}, limit: 20 });
  for (const q of kinds.flatMap(({ queries }) => queries).slice(0, WARM_UP)) await ask(q);
  const times = kinds.map((): Times => ({ wall: [], cpu: [] }));
  const longest = Math.max(...kinds.map(({ queries }) => queries.length));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < longest; i++) {
      for (const [k, { queries }] of kinds.entries()) {
        const q = queries[i];
        if (q === undefined) continue;
        const cpu = process.cpuUsage();
        const start = performance.now();
        await ask(q);
        times[k]?.wall.push(performance.now() - start);
        const { user, system } = process.cpuUsage(cpu);
        times[k]?.cpu.push((user + system) / 1000);
      }
    }
  }
  return {
    kinds: kinds.map(({ name }, k) => figures(name, times.slice(k, k + 1))),
    overall: figures('overall', times),
  };
}

function figures(kind: string, times: readonly Times[]): LatencyFigures {
  const wall = times.flatMap((of) => of.wall);
  return {
    kind,
    queries: wall.length,
    p50Ms: percentile(wall, 0.5),
    p99Ms: percentile(wall, 0.99),
    p99CpuMs: percentile(
      times.flatMap((of) => of.cpu),
      0.99,
    ),
  };
}
