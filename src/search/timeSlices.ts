import { setImmediate } from 'node:timers/promises';

/** Long enough to get on, short enough that a waiting request does not notice. */
const SLICE_MS = 4;

/** Lets the event loop run between slices of long work. */
export class TimeSlices {
  #end = performance.now() + SLICE_MS;

  async pauseWhenDue(): Promise<void> {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#end = performance.now() + SLICE_MS;
  }
}
