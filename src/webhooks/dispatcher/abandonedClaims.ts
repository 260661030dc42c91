import { DELIVERY_ATTEMPTS } from '../../graph/model/limits.ts';
import { WakeUp } from '../../wakeUp.ts';
import type { Backoff } from './backoff.ts';
import type { DeliveryQueue, EndedAttempt } from './deliveryQueue.ts';

export interface AbandonedClaimsOptions {
  readonly queue: DeliveryQueue;
  readonly backoff: Backoff;
  /** The key of this worker's lock; null while it holds none. */
  readonly worker: () => number | null;
  /** Attempts that have ended and are not written yet. */
  readonly pendingResults: () => readonly Pick<EndedAttempt, 'token'>[];
  /** Called when deliveries are free again. */
  readonly freed: () => void;
}

const POLL_EVERY_MS = 1_000;

/** Frees what workers left behind that are gone, or that held it for longer than an attempt can take. */
export class AbandonedClaims {
  readonly #options: AbandonedClaimsOptions;
  readonly #betweenPolls = new WakeUp();
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
        await this.#options.backoff.wait(error, 'looking for abandoned deliveries');
      }
      await this.#betweenPolls.pause(POLL_EVERY_MS);
    }
  }

  /** Looks now: who begins may follow somebody that has just died. */
  wake(): void {
    this.#betweenPolls.call();
  }

  stop(): void {
    this.#stopping = true;
    this.#betweenPolls.call();
  }

  async #free(worker: number): Promise<void> {
    const { queue, pendingResults, freed } = this.#options;
    const ended = pendingResults().map(({ token }) => token);
    const abandoned = await queue.abandoned(worker, ended);
    if (abandoned.length === 0) return;
    const attempts = abandoned.map(({ id, webhookId, token, kind, attempt, started, duration }): EndedAttempt => {
      const isOver = kind === 'ping' || attempt >= DELIVERY_ATTEMPTS;
      const outcome = isOver ? 'failed' : 'retry';
      return {
        id,
        webhookId,
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
