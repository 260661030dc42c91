import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * Keeps a connection of its own open, and opens another whenever it is lost.
 * @param prepare sets each new connection up, and returns what is to be called when it is lost
 * @returns how to stop; resolved when the connection has ended
 */
export function keepConnection(
  config: pg.ClientConfig,
  prepare: (client: pg.Client) => Promise<() => void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async () => {
    let wait = SHORTEST_WAIT_MS;
    while (!signal.aborted) {
      const client = new pg.Client(config);
      client.on('error', () => {});
      // Destroyed, not ended: a server that hangs would never confirm the end.
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
        // It could not be opened, or is to end.
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
