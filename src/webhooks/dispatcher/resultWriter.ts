import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isDatabaseUnavailable } from '../../database/databaseFailures.ts';
import { WakeUp } from '../../wakeUp.ts';
import type { DeliveryQueue, EndedAttempt, FinalisedDelivery } from './deliveryQueue.ts';
import type { Patience } from './patience.ts';

export interface ResultWriterOptions {
  readonly queue: DeliveryQueue;
  readonly patience: Patience;
  /** Whether so much is under way that more results are about to come. */
  readonly isBusy: () => boolean;
  /** Called with each batch once it is written: without those attempts whose claim had passed to another worker. */
  readonly written: (batch: readonly EndedAttempt[], finalised: readonly FinalisedDelivery[]) => void;
}

const AT_ONCE = 256;
const POLL_MS = 1_000;
/** Results that are about to come are written together: a statement costs more than a row of it. */
const GATHER_MS = 3;

/** Writes how attempts ended, in batches: each is what came together while the one before it was being written. */
export class ResultWriter {
  readonly #options: ResultWriterOptions;
  readonly #added = new WakeUp();
  #waiting: EndedAttempt[] = [];
  #writing = 0;

  constructor(options: ResultWriterOptions) {
    this.#options = options;
  }

  /** Attempts that are not written yet. */
  get pending(): number {
    return this.#waiting.length + this.#writing;
  }

  add(attempt: EndedAttempt): void {
    this.#waiting.push(attempt);
    this.#added.call();
  }

  /** Until no more can come and all is written. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver() || this.#waiting.length > 0) {
      if (this.#options.isBusy() && this.#waiting.length < AT_ONCE) await sleep(GATHER_MS);
      const batch = this.#waiting.splice(0, AT_ONCE);
      if (batch.length === 0) await this.#added.pause(POLL_MS);
      else await this.#write(batch);
    }
  }

  /** Looks again whether more can come. */
  wake(): void {
    this.#added.call();
  }

  async #write(batch: readonly EndedAttempt[]): Promise<void> {
    this.#writing += batch.length;
    let failure: unknown;
    try {
      this.#options.written(batch, await this.#options.queue.finalise(batch));
      return;
    } catch (error) {
      failure = error;
    } finally {
      this.#writing -= batch.length;
    }
    const isOfAResult = !isDatabaseUnavailable(failure) && !isConflict(failure);
    if (isOfAResult && batch.length > 1) {
      // One that cannot be written must not hold up the others.
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      await this.#write(batch.slice(middle));
      return;
    }
    this.#waiting.unshift(...batch);
    await this.#options.patience.after(failure, 'writing results');
  }
}
