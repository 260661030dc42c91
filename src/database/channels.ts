import { once } from 'node:events';
import pg from 'pg';
import { repeat } from '../base/repeat.ts';

/** Called with the payload of a notification, and with null after each connection: some may have been missed. */
export type OnNotification = (payload: string | null) => void;

/** The channels of a process, over one connection that is opened with the first channel and closed with the last. */
export class Channels {
  readonly #config: pg.PoolConfig;
  readonly #listeners = new Map<string, Set<OnNotification>>();
  #client: pg.Client | undefined;
  #stop: (() => Promise<void>) | undefined;

  constructor(config: pg.PoolConfig) {
    this.#config = config;
  }

  /**
   * @param channel a plain lower-case word
   * @returns a function that stops listening
   */
  listen(channel: string, onNotification: OnNotification): () => Promise<void> {
    // Its own, so that one function may listen twice.
    const listener: OnNotification = (payload) => onNotification(payload);
    const known = this.#listeners.get(channel);
    if (known === undefined) this.#listeners.set(channel, new Set([listener]));
    else known.add(listener);
    if (this.#stop === undefined) this.#stop = keepConnection(this.#config, (client) => this.#prepare(client));
    // A request that a lost connection does not answer is repeated on the next one.
    else this.#client?.query(`LISTEN ${channel}`).then(() => listener(null), ignore);
    return () => this.#remove(channel, listener);
  }

  async #remove(channel: string, listener: OnNotification): Promise<void> {
    const listeners = this.#listeners.get(channel);
    listeners?.delete(listener);
    if (listeners === undefined || listeners.size > 0) return;
    this.#listeners.delete(channel);
    if (this.#listeners.size > 0) {
      // Not awaited: a server that hangs would hold up a stop.
      this.#client?.query(`UNLISTEN ${channel}`).catch(ignore);
      return;
    }
    const stop = this.#stop;
    this.#stop = undefined;
    await stop?.();
  }

  async #prepare(client: pg.Client): Promise<() => void> {
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''));
    this.#client = client;
    const lost = () => {
      if (this.#client === client) this.#client = undefined;
    };
    client.once('end', lost);
    const channels = [...this.#listeners.keys()];
    for (const channel of channels) await client.query(`LISTEN ${channel}`);
    for (const channel of channels) this.#notify(channel, null);
    return lost;
  }

  #notify(channel: string, payload: string | null): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
  }
}

function ignore(): void {}

const SHORTEST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * Keeps a dedicated connection open, and reconnects whenever it is lost.
 * @param prepare sets each new connection up, and returns a callback for its loss
 * @returns a function that stops it; resolved when the connection has closed
 */
function keepConnection(
  config: pg.PoolConfig,
  prepare: (client: pg.Client) => Promise<() => void>,
): () => Promise<void> {
  const keep = async (signal: AbortSignal): Promise<void> => {
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
      await ended;
    } finally {
      lost();
      signal.removeEventListener('abort', destroy);
      destroy();
    }
  };
  return repeat(keep, { everyMs: SHORTEST_WAIT_MS, longestMs: LONGEST_WAIT_MS });
}
