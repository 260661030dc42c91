import { Client, type Dispatcher } from 'undici';

/** A request of undici; the connection that sends it records itself in it. */
export interface TracedRequest extends Dispatcher.DispatchOptions {
  connection?: AgedClient | undefined;
}

/**
 * undici measures the age of a connection (`clientTtl`) by the wall clock: set back by an hour it would keep one for an
 * hour longer, set forward it would close all at once. It stores the time of the connection as `ttl`, which this class
 * keeps by the monotonic clock.
 */
export class AgedClient extends Client {
  #connectedAt: number | null = null;
  #isUsed = false;

  /** Milliseconds since 1970 at which it was connected, by the current wall clock; undefined before. */
  get ttl(): number | undefined {
    return this.#connectedAt === null ? undefined : Date.now() - (performance.now() - this.#connectedAt);
  }

  set ttl(_byTheWallClock: number | undefined) {
    this.#connectedAt = performance.now();
    this.#isUsed = false;
  }

  override dispatch(request: TracedRequest, handler: Dispatcher.DispatchHandler): boolean {
    request.connection = this;
    return super.dispatch(request, handler);
  }

  /** Called when a request is sent. @returns whether the connection has sent one before */
  use(): boolean {
    const wasUsed = this.#isUsed;
    this.#isUsed = true;
    return wasUsed;
  }
}
