import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue } from './deliveryQueue.ts';

export interface HousekeepingOptions {
  readonly queue: DeliveryQueue;
  readonly retentionDays: number;
  readonly observeQueue: (depth: Awaited<ReturnType<DeliveryQueue['depth']>>) => void;
  readonly failed: (error: unknown, doing: string) => void;
}

const COUNT_EVERY_MS = 5_000;
const CANCEL_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 10 * 60_000;
/** A batch is deleted in a fraction of a second; others write between two. */
const PRUNED_AT_ONCE = 1_000;
const PAUSE_MS = 50;
/** Who enables the webhook again, or ends an attempt of it that failed, waits for a batch. */
const CANCEL_PAUSE_MS = 10;

/**
 * Counts the queue for the metrics, writes that what waits for webhooks that have ended is cancelled, and deletes
 * deliveries that ended longer ago than they are kept.
 * @returns how to stop
 */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = Promise.all([
    repeat('counting the queue', COUNT_EVERY_MS, async () => options.observeQueue(await options.queue.depth())),
    repeat('cancelling', CANCEL_EVERY_MS, () => cancelEnded(options, stopping.signal)),
    repeat('pruning', PRUNE_EVERY_MS, () => prune(options, stopping.signal)),
  ]);
  return async () => {
    stopping.abort();
    await running;
  };

  async function repeat(doing: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        options.failed(error, doing);
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
}

async function cancelEnded({ queue }: HousekeepingOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await queue.cancelEnded()) > 0) {
    await sleep(CANCEL_PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

async function prune({ queue, retentionDays }: HousekeepingOptions, signal: AbortSignal): Promise<void> {
  let count = PRUNED_AT_ONCE;
  while (count === PRUNED_AT_ONCE && !signal.aborted) {
    count = await queue.prune(retentionDays, PRUNED_AT_ONCE);
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
  await queue.forgetDeleted();
}
