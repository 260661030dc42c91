import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { SearchDocument } from '../../src/graph/search/port.ts';
import type { BenchAdapter } from '../adapters/adapter.ts';

export interface FillFigures {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The longest time that the event loop was held up. */
  readonly longestStallMs: number;
  /** What this process keeps for the index after a garbage collection; null without --expose-gc. */
  readonly megabytes: number | null;
}

async function heapMegabytes(): Promise<number> {
  // What a promise has just resolved to lives until the next turn.
  await setImmediate();
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Fills an index and throws it away. `load` is called twice; its documents are dropped before memory is measured. */
export async function measureFill(
  adapter: BenchAdapter,
  load: () => Promise<readonly SearchDocument[]>,
): Promise<FillFigures> {
  await load();
  const before = await heapMegabytes();
  let documents = await load();
  const stalls = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  const cpu = process.cpuUsage();
  stalls.enable();
  const { close, fillSeconds } = await adapter.open(documents);
  stalls.disable();
  const seconds = fillSeconds ?? (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  documents = [];
  const megabytes = globalThis.gc === undefined ? null : (await heapMegabytes()) - before;
  await close();
  return { seconds, cpuSeconds: (user + system) / 1e6, longestStallMs: stalls.max / 1e6, megabytes };
}
