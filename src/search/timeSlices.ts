import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Long enough for progress, short enough to delay no request noticeably. */
const SLICE_MS = 4;
/** More processor time than this by others in a turn of the event loop means that requests run there. */
const BUSY_TURN_MS = 1;
/** The processor time that others get at a time while they want it, and the work's share during that time. */
const PAUSE_MS = 20;
const SHARE = 1 / 6;
/** Others that were busy for this share of a pause get the next pause too. */
const BUSY_SHARE = 0.1;

/** The clocks and the pause of the work. */
export interface SliceClock {
  /** Milliseconds. */
  now(): number;
  /** Processor time of this process, in milliseconds. */
  used(): number;
  /** Yields to the event loop once. */
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

/** Yields to the event loop between slices of long work, and for longer while other work is busy. */
export class TimeSlices {
  #end = 0;
  #isBusy = false;
  /** How long the work may run before the next pause, in milliseconds. */
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
   * Yields to the event loop: the work earns the processor time that others leave unused, and its share of what they
   * use. A wait may far exceed its length while others hold the event loop (the embedded database during an import) or
   * the processor.
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
