import { WakeUp } from '../../base/wakeUp.ts';

/** Readers held at once, each with a connection and a request in memory: of all callers, and of one. */
const MOST_HELD = { all: 1_000, caller: 10 } as const;
type Limits = Readonly<Record<keyof typeof MOST_HELD, number>>;
/** How long a reader beyond these is held: one that is answered at once would ask again at once. */
const BEYOND_MS = 1_000;

/**
 * Holds readers of the event log until events come. While nothing is published they cost the database nothing; after a
 * publication those at the same position share a read (readEvents).
 */
export class Arrivals {
  /** The callers of held readers. */
  readonly #held = new Map<WakeUp, string>();
  readonly #hear: (wake: () => void) => () => Promise<void>;
  readonly #most: Limits;
  #stopHearing: (() => Promise<void>) | undefined;
  #isStopped = false;

  /** @param hear as onPublication; called when the first reader waits */
  constructor(hear: (wake: () => void) => () => Promise<void>, most: Limits = MOST_HELD) {
    this.#hear = hear;
    this.#most = most;
  }

  /**
   * Calls `find` at once, after every publication and at the end, until it answers true. Ends when `milliseconds` have
   * passed, the reader is gone or the service stops; after a second where the limit of readers is reached.
   * @param caller whose reader it is
   * @param onGone subscribes to the reader's disconnection
   * @throws what `find` throws
   */
  async until(
    caller: string,
    find: () => Promise<boolean>,
    milliseconds: number,
    onGone: (listener: () => void) => void,
  ): Promise<void> {
    if (this.#isStopped) return;
    const ofCaller = [...this.#held.values()].filter((other) => other === caller).length;
    const isBeyond = this.#held.size >= this.#most.all || ofCaller >= this.#most.caller;
    const end = performance.now() + (isBeyond ? Math.min(milliseconds, BEYOND_MS) : milliseconds);
    const wakeUp = new WakeUp();
    let isGone = false;
    onGone(() => {
      isGone = true;
      wakeUp.call();
    });
    this.#held.set(wakeUp, caller);
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
    for (const wakeUp of this.#held.keys()) wakeUp.call();
  }
}
