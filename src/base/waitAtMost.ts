import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `work` has ended, but no longer than this; the work itself continues. @throws its failure */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const late = sleep(Math.max(0, milliseconds), undefined, { ref: false, signal: stop.signal }).catch(() => {});
  await Promise.race([work, late]).finally(() => stop.abort());
}
