import { WakeUp } from '../../wakeUp.ts';

/** The limit of readers held at once: each keeps a connection and a request in memory. */
const MOST_HELD = 1_000;

/**
 * Holds readers of the event log until events come. While nothing is published they cost the database nothing; after a
 * publication those at the same position share a read (readEvents).
 */
export class Arrivals {
  readonly #held = new Set<WakeUp>();
  readonly #hear: (wake: () => void) => () => Promise<void>;
  readonly #most: number;
  #stopHearing: (() => Promise<void>) | undefined;
  #isStopped = false;

  /** @param hear as onPublication; called when the first reader is held */
  constructor(hear: (wake: () => void) => () => Promise<void>, most = MOST_HELD) {
    this.#hear = hear;
    this.#most = most;
  }

  /**
   * Calls `find` at once, after every publication and at the end, until it answers true. Ends when `milliseconds` have
   * passed, the reader is gone or the service stops; at once where the limit of readers is reached.
   * @param onGone subscribes to the reader's disconnection
   * @throws what `find` throws
   */
  async until(
    find: () => Promise<boolean>,
    milliseconds: number,
    onGone: (listener: () => void) => void,
  ): Promise<void> {
    if (this.#isStopped || this.#held.size >= this.#most) return;
    const end = performance.now() + milliseconds;
    const wakeUp = new WakeUp();
    let isGone = false;
    onGone(() => {
      isGone = true;
      wakeUp.call();
    });
    this.#held.add(wakeUp);
    this.#stopHearing ??= this.#hear(() => this.#wake());
    try {
      while (!isGone && !(await find())) {
        const left = end - performance.now();
        if (left <= 0 || this.#isStopped) return;
        await wakeUp.pause(left);
      }
    } finally {
      this.#held.delete(wakeUp);
    }
  }

  /** Releases every reader; none is held from now on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#stopHearing?.();
  }

  #wake(): void {
    for (const wakeUp of this.#held) wakeUp.call();
  }
}
