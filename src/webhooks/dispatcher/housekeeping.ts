import { setTimeout as sleep } from 'node:timers/promises';
import { before } from './before.ts';
import type { DeliveryQueue, QueueFigures } from './deliveryQueue.ts';
import { HOUSEKEEPING_BATCH } from './housekeepingStatements.ts';

export interface HousekeepingOptions {
  readonly queue: DeliveryQueue;
  readonly observeQueue: (figures: QueueFigures) => void;
  /** Called with each batch of cancelled deliveries. */
  readonly cancelled: (count: number) => void;
  readonly succeeded: (doing: string) => void;
  readonly failed: (error: unknown, doing: string) => void;
}

const COUNT_EVERY_MS = 5_000;
const CANCEL_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 10 * 60_000;
/** The pause between batches, in which others write. */
const PAUSE_MS = 50;
/** How long a stop waits for a running statement; any of them may be interrupted. */
const STOP_MS = 1_000;

/**
 * Counts the queue for the metrics, marks pending deliveries of ended webhooks as cancelled, and deletes deleted
 * webhooks without deliveries (the retention removes old deliveries).
 * @returns how to stop
 */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const stopping = new AbortController();
  const running = Promise.all([
    repeat('counting the queue', COUNT_EVERY_MS, async () => options.observeQueue(await options.queue.figures())),
    repeat('cancelling', CANCEL_EVERY_MS, () => inBatches(() => cancel(options), stopping.signal)),
    repeat('forgetting', FORGET_EVERY_MS, () => options.queue.forgetDeleted()),
  ]);
  return async () => {
    stopping.abort();
    await before(performance.now() + STOP_MS, running);
  };

  async function repeat(doing: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work();
        options.succeeded(doing);
      } catch (error) {
        options.failed(error, doing);
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
}

async function cancel({ queue, cancelled }: HousekeepingOptions): Promise<number> {
  const count = await queue.cancelEnded();
  cancelled(count);
  return count;
}

async function inBatches(write: () => Promise<number>, signal: AbortSignal): Promise<void> {
  let count = HOUSEKEEPING_BATCH;
  while (count === HOUSEKEEPING_BATCH && !signal.aborted) {
    count = await write();
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
