import { setTimeout as sleep } from 'node:timers/promises';
import type { TiedProcess } from './tiedProcess.ts';

/** Calls `probe` until it no longer throws; gives up, with what the server printed, when the server ends or the time is over. */
export async function waitUntilReady(
  server: TiedProcess,
  name: string,
  probe: () => Promise<void>,
  milliseconds = 60_000,
): Promise<void> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (!server.ended() && Date.now() < deadline) {
        await sleep(25);
        continue;
      }
      const why = server.ended() ? 'ended instead of starting' : `was not ready within ${milliseconds / 1000} s`;
      await server.stop();
      throw new Error(`${name} ${why}. It printed:\n${server.output()}`, { cause: error });
    }
  }
}
