import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when `_cluster/health` answers green and with at least that many nodes. */
export async function waitForHealth(url: string, nodes = 1, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = 'no answer';
  while (Date.now() < deadline) {
    try {
      const response = await fetch(
        `${url}/_cluster/health?wait_for_nodes=>=${nodes}&wait_for_status=green&timeout=2s`,
        {
          signal: AbortSignal.timeout(4_000),
        },
      );
      last = await response.text();
      if (response.ok) return;
    } catch (error) {
      last = String(error);
    }
    await sleep(100);
  }
  throw new Error(`elasticsearch at ${url} is not healthy after ${timeoutMs} ms: ${last}`);
}
