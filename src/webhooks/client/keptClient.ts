import { Client, type Dispatcher } from 'undici';

/** A request of undici; the connection that sends it records itself in it. */
export interface TracedRequest extends Dispatcher.DispatchOptions {
  connection?: KeptClient | undefined;
}

/** A kept connection. The first request after `lastMs` closes it: `clientTtl` of undici goes by the wall clock. */
export class KeptClient extends Client {
  readonly #lastMs: number;
  #connectedAt = Number.POSITIVE_INFINITY;
  #isUsed = false;

  constructor(origin: string | URL, options: Client.Options, lastMs: number) {
    super(origin, options);
    this.#lastMs = lastMs;
    this.on('connect', () => {
      this.#connectedAt = performance.now();
      this.#isUsed = false;
    });
    this.on('disconnect', () => {
      this.#connectedAt = Number.POSITIVE_INFINITY;
    });
  }

  override dispatch(request: TracedRequest, handler: Dispatcher.DispatchHandler): boolean {
    request.connection = this;
    if (performance.now() - this.#connectedAt > this.#lastMs) request.reset = true;
    return super.dispatch(request, handler);
  }

  /** Called when a request is sent. @returns whether the connection has sent one before */
  use(): boolean {
    const wasUsed = this.#isUsed;
    this.#isUsed = true;
    return wasUsed;
  }
}
