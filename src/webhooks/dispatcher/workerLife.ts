import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Backoff } from './backoff.ts';
import { before } from './before.ts';
import { type DeliveryQueue, WORKER_LOCKS } from './deliveryQueue.ts';

export interface WorkerLifeOptions {
  readonly database: Pick<Database, 'holdLock'>;
  readonly queue: DeliveryQueue;
  readonly backoff: Backoff;
  /** Called when this worker may begin, and when leases of others are free. */
  readonly freed: () => void;
}

const BEAT_MS = 1_000;

/**
 * Shows others that this worker lives, by a lock and by the instant at which it was last seen, and frees the leases of
 * workers that are gone. The lock tells of a death within seconds; the instant spares a worker whose connection was
 * cut, which takes its lock again at once.
 */
export class WorkerLife {
  /** This worker, for as long as the process lives. */
  readonly key = randomInt(1, 2 ** 31 - 1);
  readonly #options: WorkerLifeOptions;
  readonly #stopping = new AbortController();
  #unlock = async (): Promise<void> => {};
  #running: Promise<void> | undefined;
  #isSeen = false;

  constructor(options: WorkerLifeOptions) {
    this.#options = options;
  }

  /** Whether others know of it: before, they would free what it leases. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  start(): void {
    this.#unlock = this.#options.database.holdLock(WORKER_LOCKS, this.key);
    this.#running = this.#run();
  }

  /** The worker has given its leases back. @param deadline by performance.now(); later the lock alone is given up */
  async stop(deadline: number): Promise<void> {
    this.#stopping.abort();
    const left = (async () => {
      await this.#running;
      await this.#options.queue.leave(this.key).catch(() => {});
    })();
    await before(deadline, left);
    await this.#unlock();
  }

  async #run(): Promise<void> {
    const { queue, backoff, freed } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await queue.heartbeat(this.key);
        if (!this.#isSeen) freed();
        this.#isSeen = true;
        const count = await queue.freeAbandoned(this.key);
        if (count > 0) {
          // One that died giving leases back may not have looked once more what is due.
          await queue.checkDue(null);
          freed();
        }
      } catch (error) {
        await backoff.wait(error, 'telling that this worker lives');
      }
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {});
    }
  }
}
