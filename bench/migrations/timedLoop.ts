import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../src/errors.ts';

/** What was done since the last time that it was asked. */
export interface LoopTimes {
  readonly count: number;
  readonly failed: number;
  /** The message of one that failed. */
  readonly failure: string | null;
  /** Milliseconds. */
  readonly slowest: number;
  /** Its name. */
  readonly slowestOf: string;
}

export interface TimedLoop {
  /** Waits for what has begun. */
  take(): Promise<LoopTimes>;
  end(): Promise<void>;
}

const NOTHING: LoopTimes = { count: 0, failed: 0, failure: null, slowest: 0, slowestOf: '' };

/** Does these in turn, one after the other with a pause between, until `end` is called. */
export function timedLoop(works: Readonly<Record<string, () => Promise<unknown>>>, pauseMs: number): TimedLoop {
  let times = NOTHING;
  let isEnded = false;
  let current: Promise<void> = Promise.resolve();
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      times = { ...times, failed: times.failed + 1, failure: errorMessage(error) };
    }
    const took = performance.now() - began;
    times = { ...times, count: times.count + 1, ...(took > times.slowest && { slowest: took, slowestOf: name }) };
  };
  const running = (async () => {
    while (!isEnded) {
      for (const [name, work] of Object.entries(works)) {
        current = timed(name, work);
        await current;
        await sleep(pauseMs);
      }
    }
  })();
  return {
    async take() {
      await current;
      const taken = times;
      times = NOTHING;
      return taken;
    },
    async end() {
      isEnded = true;
      await running;
    },
  };
}
