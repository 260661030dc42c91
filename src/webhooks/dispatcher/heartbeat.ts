import { randomInt } from 'node:crypto';
import { repeat } from '../../base/repeat.ts';
import { waitAtMost } from '../../base/waitAtMost.ts';
import type { DeliveryQueue } from './deliveryQueue.ts';

export interface HeartbeatOptions {
  readonly queue: DeliveryQueue;
  readonly failed: (error: unknown, doing: string) => void;
  /** Called when this dispatcher may begin, and when leases of other dispatchers were freed. */
  readonly freed: () => void;
}

const BEAT_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;
/** After an outage of the database, which no heartbeat outlives, the others have this time for one. */
const OUTAGE_MS = 5_000;

/** Shows other dispatchers that this one is alive, which keeps its leases, and frees those of dead ones. */
export class Heartbeat {
  /** Identifies this dispatcher for the life of the process. */
  readonly key = randomInt(1, 2 ** 31 - 1);
  readonly #options: HeartbeatOptions;
  #end = async () => {};
  #isSeen = false;
  /** By performance.now(). */
  #freesFrom = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Whether others know this dispatcher; before, they would free its leases. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  start(): void {
    const failed = (error: unknown) => this.#options.failed(error, 'sending the heartbeat');
    this.#end = repeat(() => this.#beat(), { everyMs: BEAT_MS, longestMs: LONGEST_PAUSE_MS, failed });
  }

  /** Call it once the leases are released. @param deadline by performance.now() */
  async stop(deadline: number): Promise<void> {
    const left = this.#end().then(() => this.#options.queue.leave(this.key).catch(() => {}));
    await waitAtMost(deadline - performance.now(), left);
  }

  async #beat(): Promise<void> {
    const { queue, freed } = this.#options;
    const count = performance.now() < this.#freesFrom ? 0 : await queue.freeAbandoned(this.key);
    const followsOutage = await queue.heartbeat(this.key);
    if (followsOutage) this.#freesFrom = performance.now() + OUTAGE_MS;
    if (!this.#isSeen) freed();
    this.#isSeen = true;
    if (count > 0) {
      // A dispatcher that died while it released leases may have missed the final check for due webhooks.
      await queue.checkDue(null);
      freed();
    }
  }
}
