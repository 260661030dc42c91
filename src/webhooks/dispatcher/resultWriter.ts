import { setTimeout as sleep } from 'node:timers/promises';
import { WakeUp } from '../../base/wakeUp.ts';
import { isConflict, isDatabaseUnavailable } from '../../database/databaseFailures.ts';
import { groupBy } from '../../graph/reading/groupBy.ts';
import type { DeliveryQueue, Finalised, ReadPosition } from './deliveryQueue.ts';
import type { EndedAttempt } from './dueDelivery.ts';
import type { Lease } from './lease.ts';

/** An attempt that has ended, and the lease under which it was sent. */
export interface AttemptResult {
  readonly lease: Lease;
  readonly ended: EndedAttempt;
}

export interface ResultWriterOptions {
  readonly queue: DeliveryQueue;
  /** Waits after a failure. */
  readonly failed: (error: unknown) => Promise<void>;
  /** Whether enough attempts are in flight that more results follow soon. */
  readonly isBusy: () => boolean;
  /** Called with each batch once it is written. */
  readonly written: (batch: readonly AttemptResult[], finalised: Finalised) => void;
}

const AT_ONCE = 256;
/**
 * A batch that is being written and one that waits. With more, the database is behind and no further attempt begins.
 */
const MAX_PENDING_RESULTS = 2 * AT_ONCE;
const POLL_MS = 1_000;
/** The time in which results are gathered: one statement for several costs less than one for each. */
const GATHER_MS = 3;

/** Writes results of attempts in batches: each holds what was added while the previous one was written. */
export class ResultWriter {
  readonly #options: ResultWriterOptions;
  readonly #added = new WakeUp();
  #waiting: AttemptResult[] = [];
  #pending = 0;

  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  /** Attempts that have ended and are not written yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether the dispatcher must wait for results to be written. */
  get isBackedUp(): boolean {
    return this.#pending >= MAX_PENDING_RESULTS;
  }

  add(result: AttemptResult): void {
    this.#waiting.push(result);
    this.#pending += 1;
    this.#added.call();
  }

  /** Writes until `isOver` and nothing is left to write. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver() || this.#waiting.length > 0) {
      if (this.#options.isBusy() && this.#waiting.length < AT_ONCE) await sleep(GATHER_MS);
      const batch = this.#waiting.splice(0, AT_ONCE);
      if (batch.length === 0) await this.#added.pause(POLL_MS);
      else await this.#write(batch);
    }
  }

  /** Checks `isOver` again. */
  wake(): void {
    this.#added.call();
  }

  async #finalise(attempts: readonly EndedAttempt[], places: readonly ReadPosition[]): Promise<Finalised> {
    const { queue } = this.#options;
    const finalised = await queue.finalise(attempts, places);
    const isLost = ({ webhookId }: { readonly webhookId: string }) => finalised.lost.includes(webhookId);
    if (finalised.written === attempts.length || finalised.lost.length === 0) return finalised;
    // A webhook that ended while the statement waited for its lock is seen by the next statement.
    const again = await queue.finalise(attempts.filter(isLost), places.filter(isLost));
    return { ...finalised, written: finalised.written + again.written };
  }

  async #write(batch: readonly AttemptResult[]): Promise<void> {
    let failure: unknown;
    try {
      const byLease = groupBy(batch, ({ lease }) => lease);
      const places = [...byLease].map(([lease, results]) => lease.placeAfter(results.map(({ ended }) => ended)));
      const attempts = batch.map(({ ended }) => ended);
      const began = performance.now();
      const finalised = await this.#finalise(attempts, places);
      this.#pending -= batch.length;
      for (const [lease, results] of byLease) {
        lease.written(results.map(({ ended }) => ended));
        if (finalised.changed.includes(lease.webhookId)) lease.forgetRead();
        else lease.unchanged(began);
      }
      this.#options.written(batch, finalised);
      return;
    } catch (error) {
      failure = error;
    }
    const isOfAResult = !isDatabaseUnavailable(failure) && !isConflict(failure);
    if (isOfAResult && batch.length > 1) {
      // A result that cannot be written must not block the others.
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      await this.#write(batch.slice(middle));
      return;
    }
    this.#waiting.unshift(...batch);
    await this.#options.failed(failure);
  }
}
