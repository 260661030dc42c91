import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for this until an instant (performance.now()), and no longer: what hangs goes on alone. */
export async function before(deadline: number, work: Promise<unknown>): Promise<void> {
  const rest = Math.max(0, deadline - performance.now());
  await Promise.race([work, sleep(rest, undefined, { ref: false })]);
}
