import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backoff } from './backoff.ts';
import { before } from './before.ts';
import type { DeliveryQueue } from './deliveryQueue.ts';

export interface WorkerLifeOptions {
  readonly queue: DeliveryQueue;
  readonly backoff: Backoff;
  /** Called when this worker may begin, and when leases of other workers were freed. */
  readonly freed: () => void;
}

const BEAT_MS = 1_000;
/** After an outage of the database, which no heartbeat outlives, the others have this time for one. */
const OUTAGE_MS = 5_000;

/** Shows other workers that this one is alive, which keeps its leases, and frees those of dead ones. */
export class WorkerLife {
  /** Identifies this worker for the life of the process. */
  readonly key = randomInt(1, 2 ** 31 - 1);
  readonly #options: WorkerLifeOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isSeen = false;
  /** By performance.now(). */
  #freesFrom = 0;

  constructor(options: WorkerLifeOptions) {
    this.#options = options;
  }

  /** Whether others know this worker; before, they would free its leases. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Call it once the leases are released. @param deadline by performance.now() */
  async stop(deadline: number): Promise<void> {
    this.#stopping.abort();
    const left = (async () => {
      await this.#running;
      await this.#options.queue.leave(this.key).catch(() => {});
    })();
    await before(deadline, left);
  }

  async #run(): Promise<void> {
    const { queue, backoff, freed } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const count = performance.now() < this.#freesFrom ? 0 : await queue.freeAbandoned(this.key);
        const followsOutage = await queue.heartbeat(this.key);
        if (followsOutage) this.#freesFrom = performance.now() + OUTAGE_MS;
        if (!this.#isSeen) freed();
        this.#isSeen = true;
        if (count > 0) {
          // A worker that died while it released leases may have missed the final check for due webhooks.
          await queue.checkDue(null);
          freed();
        }
      } catch (error) {
        await backoff.wait(error, 'sending the heartbeat');
      }
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {});
    }
  }
}
