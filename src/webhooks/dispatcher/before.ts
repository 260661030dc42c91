import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work`, but not beyond the deadline (performance.now()); the work itself continues. */
export async function before(deadline: number, work: Promise<unknown>): Promise<void> {
  const rest = Math.max(0, deadline - performance.now());
  await Promise.race([work, sleep(rest, undefined, { ref: false })]);
}
