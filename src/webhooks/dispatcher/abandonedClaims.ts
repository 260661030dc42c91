import { DELIVERY_ATTEMPTS } from '../../graph/model/limits.ts';
import { WakeUp } from '../../wakeUp.ts';
import type { DeliveryQueue, EndedAttempt } from './deliveryQueue.ts';
import type { Patience } from './patience.ts';

export interface AbandonedClaimsOptions {
  readonly queue: DeliveryQueue;
  readonly patience: Patience;
  /** The key of this worker's lock; null while it holds none. */
  readonly worker: () => number | null;
  /** Attempts that have ended and are not written yet. */
  readonly unwritten: () => readonly Pick<EndedAttempt, 'token'>[];
  /** Called when deliveries are free again. */
  readonly freed: () => void;
}

const LOOK_EVERY_MS = 1_000;

/** Frees what workers left behind that are gone, or that held it for longer than an attempt can take. */
export class AbandonedClaims {
  readonly #options: AbandonedClaimsOptions;
  readonly #betweenLooks = new WakeUp();
  #stopping = false;

  constructor(options: AbandonedClaimsOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    while (!this.#stopping) {
      try {
        const worker = this.#options.worker();
        if (worker !== null) await this.#free(worker);
      } catch (error) {
        await this.#options.patience.after(error, 'looking for abandoned deliveries');
      }
      await this.#betweenLooks.pause(LOOK_EVERY_MS);
    }
  }

  /** Looks now: who begins may follow somebody that has just died. */
  wake(): void {
    this.#betweenLooks.call();
  }

  stop(): void {
    this.#stopping = true;
    this.#betweenLooks.call();
  }

  async #free(worker: number): Promise<void> {
    const { queue, unwritten, freed } = this.#options;
    const ended = unwritten().map(({ token }) => token);
    const abandoned = await queue.abandoned(worker, ended);
    if (abandoned.length === 0) return;
    const attempts = abandoned.map(({ id, subscriptionId, token, kind, attempt, started, duration }): EndedAttempt => {
      const isOver = kind === 'ping' || attempt >= DELIVERY_ATTEMPTS;
      const outcome = isOver ? 'failed' : 'retry';
      return {
        id,
        subscriptionId,
        token,
        outcome,
        delay: 0,
        started,
        duration,
        status: null,
        error: 'interrupted',
        body: null,
      };
    });
    await queue.finalise(attempts);
    freed();
  }
}
