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
 * Sends a batch again while the service cannot use its database, or is away itself as during a release, with pauses
 * that double: its records are not at fault, and what is sent twice changes nothing. A service that never answered is
 * not waited for.
 */
export function retryUnavailable(send: SendBatch, { patienceMs, stop, onUnavailable }: RetryOptions): SendBatch {
  let hasAnswered = false;
  const isAway = ({ code }: CommandFailure) => {
    hasAnswered ||= code !== 'server_unreachable';
    return ['service_unavailable', 'server_gone'].includes(code) || (code === 'server_unreachable' && hasAnswered);
  };
  return async (records) => {
    let deadline: number | undefined;
    const reported = new Set<string>();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const result = await send(records);
        hasAnswered = true;
        return result;
      } catch (error) {
        if (!(error instanceof CommandFailure) || !isAway(error)) throw error;
        if (patienceMs > 0 && !reported.has(error.message)) onUnavailable(error);
        reported.add(error.message);
        deadline ??= performance.now() + patienceMs;
        const left = deadline - performance.now();
        if (left <= 0 || stop.aborted) throw error;
        await sleep(Math.min(pauseMs, left), undefined, { signal: stop }).catch(() => {});
      }
    }
  };
}
