import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../failures.ts';
import type { SendBatch } from './importBatch.ts';

const FIRST_PAUSE_MS = 1_000;
/** The server logs each attempt, some fifteen in five minutes. */
const LONGEST_PAUSE_MS = 30_000;

export interface RetryOptions {
  /** How long a batch is sent again before the import ends, in milliseconds. */
  readonly patienceMs: number;
  /** Ends the waiting. */
  readonly stop: AbortSignal;
  /** Called for each message of those with which a batch was not taken, once: a failover is away, then read-only. */
  readonly onUnavailable: (failure: CommandFailure) => void;
}

/**
 * Sends a batch again while the service cannot use its database, with pauses that double: its records are not at fault.
 */
export function retryUnavailable(send: SendBatch, { patienceMs, stop, onUnavailable }: RetryOptions): SendBatch {
  return async (records) => {
    let deadline: number | undefined;
    const told = new Set<string>();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await send(records);
      } catch (error) {
        if (!(error instanceof CommandFailure) || error.code !== 'service_unavailable') throw error;
        if (patienceMs > 0 && !told.has(error.message)) onUnavailable(error);
        told.add(error.message);
        deadline ??= performance.now() + patienceMs;
        const left = deadline - performance.now();
        if (left <= 0 || stop.aborted) throw error;
        await sleep(Math.min(pauseMs, left), undefined, { signal: stop }).catch(() => {});
      }
    }
  };
}
