import { setImmediate } from 'node:timers/promises';

/** Long enough for progress, short enough to delay no request noticeably. */
const SLICE_MS = 4;

/** Long work in slices, between which the event loop does what waits. */
export class TimeSlices {
  #end = 0;

  async pauseWhenDue(): Promise<void> {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#end = performance.now() + SLICE_MS;
  }
}
