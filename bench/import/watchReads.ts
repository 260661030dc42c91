import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that reads took. */
export interface ReadTimes {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const PAUSE_MS = 100;

/** Reads a URL again and again, one request at a time with a pause between, until `end` is called. */
export function watchReads(url: string, pauseMs = PAUSE_MS): { end(): Promise<ReadTimes> } {
  const times: number[] = [];
  let ended = false;
  const reading = (async () => {
    while (!ended) {
      const began = performance.now();
      const response = await fetch(url);
      await response.text();
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      times.push(performance.now() - began);
      await sleep(pauseMs);
    }
  })();
  return {
    async end() {
      ended = true;
      await reading;
      times.sort((a, b) => a - b);
      const at = (share: number): number => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
      return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
    },
  };
}
