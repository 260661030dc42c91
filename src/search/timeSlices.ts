import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Long enough to get on, short enough that a waiting request does not notice. */
const SLICE_MS = 4;
/** Others that use more processor time than this in a turn of the event loop have requests in it. */
const BUSY_TURN_MS = 1;
/** What others have at a time while they want it, and the work's share of the processor time that they use then. */
const PAUSE_MS = 20;
const SHARE = 1 / 6;
/** The share of a pause in which others were at work from which on they get the next one too. */
const BUSY_SHARE = 0.1;

/** What the work measures and waits by. */
export interface SliceClock {
  /** Milliseconds. */
  now(): number;
  /** Milliseconds of processor time that this process has used. */
  used(): number;
  /** Lets what waits in the event loop run once. */
  turn(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
}

const processClock: SliceClock = {
  now: () => performance.now(),
  used() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  turn: () => setImmediate(),
  sleep: (milliseconds) => sleep(milliseconds),
};

/** Lets the event loop run between slices of long work, and leaves it to others while they have work of their own. */
export class TimeSlices {
  #end = 0;
  #isBusy = false;
  /** Milliseconds that the work may take before the next pause. */
  #credit = 0;
  readonly #clock: SliceClock;

  constructor(clock: SliceClock = processClock) {
    this.#clock = clock;
  }

  async pauseWhenDue(): Promise<void> {
    const clock = this.#clock;
    if (clock.now() < this.#end) return;
    this.#credit -= SLICE_MS;
    const used = await this.#leave(() => clock.turn());
    if (this.#credit < SLICE_MS && (this.#isBusy || used.milliseconds > BUSY_TURN_MS)) {
      this.#isBusy = (await this.#leave(() => clock.sleep(PAUSE_MS))).share > BUSY_SHARE;
    }
    this.#end = clock.now() + SLICE_MS;
  }

  /**
   * Leaves the event loop to others: the work earns what they do not use of the processor, and its share of what they
   * do. A wait may last far longer than asked for, when others hold the event loop (the embedded database during an
   * import) or the processor.
   * @returns the processor time of others, and its share of the wait
   */
  async #leave(wait: () => Promise<void>): Promise<{ readonly milliseconds: number; readonly share: number }> {
    const began = this.#clock.now();
    const before = this.#clock.used();
    await wait();
    const elapsed = this.#clock.now() - began;
    const milliseconds = Math.min(elapsed, this.#clock.used() - before);
    this.#credit = Math.max(0, this.#credit) + elapsed - milliseconds + (milliseconds * SHARE) / (1 - SHARE);
    return { milliseconds, share: milliseconds / elapsed };
  }
}
