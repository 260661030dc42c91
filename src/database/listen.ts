import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const SHORTEST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/**
 * Hears NOTIFY on a channel, on a connection of its own that is opened anew whenever it is lost. PostgreSQL keeps nothing for those
 * who are away: `hear` is called with null at every connection, and a poll belongs behind it.
 *
 * @param channel a plain lower-case word
 * @param hear given what the notifier sent
 * @returns how to stop; resolved when the connection has ended
 */
export function listen(
  config: pg.ClientConfig,
  channel: string,
  hear: (payload: string | null) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepListening(config, channel, hear, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

async function keepListening(
  config: pg.ClientConfig,
  channel: string,
  hear: (payload: string | null) => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = SHORTEST_WAIT_MS;
  while (!signal.aborted) {
    const client = new pg.Client(config);
    client.on('error', () => {});
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    // Broken off, not closed: a server that hangs would be waited for.
    const breakOff = () => void client.connection.stream.destroy();
    signal.addEventListener('abort', breakOff);
    try {
      const ended = once(client, 'end', { signal });
      ended.catch(() => {});
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      wait = SHORTEST_WAIT_MS;
      hear(null);
      await ended;
    } catch {
      // It could not be opened, or is to end.
    }
    signal.removeEventListener('abort', breakOff);
    breakOff();
    await sleep(wait, undefined, { signal }).catch(() => {});
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}
