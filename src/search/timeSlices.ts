import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Long enough to get on, short enough that a waiting request does not notice. */
const SLICE_MS = 4;
/** A turn of the event loop that others need for longer than this has requests in it. */
const BUSY_TURN_MS = 1;
/** What others have between two slices while they want it: the work takes a sixth of the time then. */
const PAUSE_MS = 20;
/** The share of a pause in which others were at work from which on they get the next one too. */
const BUSY_SHARE = 0.1;

/** Lets the event loop run between slices of long work, and leaves it to others while they have work of their own. */
export class TimeSlices {
  #end = 0;
  #isBusy = false;

  async pauseWhenDue(): Promise<void> {
    const now = performance.now();
    if (now < this.#end) return;
    await setImmediate();
    if (this.#isBusy || performance.now() - now > BUSY_TURN_MS) {
      const before = performance.eventLoopUtilization();
      await sleep(PAUSE_MS);
      this.#isBusy = performance.eventLoopUtilization(before).utilization > BUSY_SHARE;
    }
    this.#end = performance.now() + SLICE_MS;
  }
}
