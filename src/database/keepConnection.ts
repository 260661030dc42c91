import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * Keeps a dedicated connection open, and reconnects whenever it is lost.
 * @param prepare sets each new connection up, and returns a callback for its loss
 * @returns a function that stops it; resolved when the connection has closed
 */
export function keepConnection(
  config: pg.PoolConfig,
  prepare: (client: pg.Client) => Promise<() => void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    let wait = SHORTEST_WAIT_MS;
    while (!signal.aborted) {
      const client = new pg.Client(config);
      client.on('error', () => {});
      // Destroyed, not ended: a hung server would never confirm the end.
      const destroy = () => void client.connection.stream.destroy();
      signal.addEventListener('abort', destroy);
      let lost = () => {};
      try {
        const ended = once(client, 'end', { signal });
        ended.catch(() => {});
        await client.connect();
        lost = await prepare(client);
        wait = SHORTEST_WAIT_MS;
        await ended;
      } catch {
        // The connection failed to open, or is being stopped.
      }
      lost();
      signal.removeEventListener('abort', destroy);
      destroy();
      await sleep(wait, undefined, { signal }).catch(() => {});
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  };
  const kept = keep();
  return async () => {
    stopping.abort();
    await kept;
  };
}
