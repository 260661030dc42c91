import type { SearchEngine } from '../../src/graph/search/port.ts';
import type { BareSearch } from '../adapters/bareSearch.ts';
import { percentile } from '../percentile.ts';
import type { TimedKind } from './timedQueries.ts';

export interface OverheadFigures {
  readonly kind: string;
  readonly queries: number;
  readonly adapterP50Ms: number;
  readonly adapterP99Ms: number;
  readonly bareP50Ms: number;
  readonly bareP99Ms: number;
  /** Median of the adapter less median of the bare client. */
  readonly overheadP50Ms: number;
}

interface Times {
  readonly adapter: number[];
  readonly bare: number[];
}

interface PreparedKind {
  readonly name: string;
  readonly searches: { readonly q: string; readonly send: () => Promise<void> }[];
  readonly times: Times;
}

/** Times each first page of 20 through the adapter and bare, one after the other and in changing order, on one server. */
export async function measureOverhead(
  engine: SearchEngine,
  bare: BareSearch,
  kinds: readonly TimedKind[],
  rounds: number,
): Promise<readonly OverheadFigures[]> {
  const prepared: PreparedKind[] = [];
  for (const { name, queries } of kinds) {
    const searches: PreparedKind['searches'] = [];
    for (const q of queries) searches.push({ q, send: await bare(q) });
    prepared.push({ name, searches, times: { adapter: [], bare: [] } });
  }
  const longest = Math.max(...kinds.map(({ queries }) => queries.length));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < longest; i++) {
      for (const { searches, times } of prepared) {
        const search = searches[i];
        if (search === undefined) continue;
        const throughAdapter = async () => {
          times.adapter.push(await timed(() => engine.search({ q: search.q, filters: {}, limit: 20 })));
        };
        if ((round + i) % 2 === 0) await throughAdapter();
        times.bare.push(await timed(search.send));
        if ((round + i) % 2 === 1) await throughAdapter();
      }
    }
  }
  const all: Times = {
    adapter: prepared.flatMap(({ times }) => times.adapter),
    bare: prepared.flatMap(({ times }) => times.bare),
  };
  return [...prepared.map(({ name, times }) => figures(name, times)), figures('overall', all)];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function figures(kind: string, { adapter, bare }: Times): OverheadFigures {
  return {
    kind,
    queries: bare.length,
    adapterP50Ms: percentile(adapter, 0.5),
    adapterP99Ms: percentile(adapter, 0.99),
    bareP50Ms: percentile(bare, 0.5),
    bareP99Ms: percentile(bare, 0.99),
    overheadP50Ms: percentile(adapter, 0.5) - percentile(bare, 0.5),
  };
}
