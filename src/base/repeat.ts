import { setTimeout as sleep } from 'node:timers/promises';
import { waitAtMost } from './waitAtMost.ts';

export interface RepeatOptions {
  /** The pause between two runs. */
  readonly everyMs: number;
  /** Each failure in a row doubles the pause, up to this; default: `everyMs`. */
  readonly longestMs?: number;
  /** Called with each failure but that of a run that was stopped. */
  readonly failed?: (error: unknown) => void;
  /** How long a stop waits for the run under way; default: until it has ended. */
  readonly stopMs?: number;
}

/**
 * Runs `work` now and after each pause, whatever becomes of it. After a failure the pause varies by half, so that
 * processes that failed together do not come back together. Keeps no process alive.
 * @returns how to stop; it aborts the signal of a run under way
 */
export function repeat(
  work: (stop: AbortSignal) => Promise<unknown>,
  { everyMs, longestMs = everyMs, failed = () => {}, stopMs = 2 ** 31 - 1 }: RepeatOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await work(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        failed(error);
      }
      const pauseMs = failures === 0 ? everyMs : Math.min(everyMs * 2 ** failures, longestMs) * (1 - Math.random() / 2);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await waitAtMost(stopMs, running);
  };
}
