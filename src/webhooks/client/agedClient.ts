import { Client, type Dispatcher } from 'undici';

/** What undici dispatches; the connection that takes it writes itself into it. */
export interface TracedRequest extends Dispatcher.DispatchOptions {
  connection?: AgedClient | undefined;
}

/**
 * undici takes the age of a connection (`clientTtl`) from the wall clock: set back by an hour it would keep one
 * for an hour longer, set forward it would close all at once. It notes the instant of the connection as `ttl`,
 * which is kept by the monotonic clock here.
 */
export class AgedClient extends Client {
  #connectedAt: number | null = null;
  #isUsed = false;

  /**
   * Milliseconds since 1970 at which it would have been connected by the wall clock of this moment; undefined before.
   */
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

  /** Called when a request is sent. @returns whether one was sent on the same connection before */
  use(): boolean {
    const wasUsed = this.#isUsed;
    this.#isUsed = true;
    return wasUsed;
  }
}
