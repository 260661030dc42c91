import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * Holds an advisory lock on a connection of its own, under a key that nobody else has: while it is held, others see in pg_locks
 * that this process lives. When the connection is lost, so is the lock, and another is taken under another key.
 *
 * @param space the first of the lock's two keys
 * @param hear given the second key when it is held, null when it is lost
 * @returns how to let go; resolved when the connection has ended
 */
export function holdSessionLock(
  config: pg.ClientConfig,
  space: number,
  hear: (key: number | null) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepHolding(config, space, hear, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}

/** A key of a lock: a positive 32-bit number. */
export function newLockKey(): number {
  return randomInt(1, 2 ** 31 - 1);
}

async function keepHolding(
  config: pg.ClientConfig,
  space: number,
  hear: (key: number | null) => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = SHORTEST_WAIT_MS;
  while (!signal.aborted) {
    const client = new pg.Client({ ...config, keepAlive: true });
    client.on('error', () => {});
    // Broken off, not closed: a server that hangs would be waited for.
    const breakOff = () => void client.connection.stream.destroy();
    signal.addEventListener('abort', breakOff);
    let held = false;
    try {
      const ended = once(client, 'end', { signal });
      ended.catch(() => {});
      await client.connect();
      const key = newLockKey();
      await client.query('SELECT pg_advisory_lock($1, $2)', [space, key]);
      wait = SHORTEST_WAIT_MS;
      held = true;
      hear(key);
      await ended;
    } catch {
      // It could not be opened, or is to end.
    }
    if (held) hear(null);
    signal.removeEventListener('abort', breakOff);
    breakOff();
    await sleep(wait, undefined, { signal }).catch(() => {});
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}
