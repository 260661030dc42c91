/** A worker that served for so long ended for a reason of its own. */
const STEADY_MS = 10_000;
const SHORTEST_MS = 250;
const LONGEST_MS = 30_000;

/**
 * How long to wait before a worker is replaced: not at all after it has served for a while, else twice as long each
 * time, half a minute at most.
 */
export class RestartDelay {
  #failures = 0;

  /** @param servedMs how long the worker had served; 0 when its start failed. @returns milliseconds */
  afterEnd(servedMs: number): number {
    this.#failures = servedMs >= STEADY_MS ? 0 : this.#failures + 1;
    return this.#failures === 0 ? 0 : Math.min(SHORTEST_MS * 2 ** (this.#failures - 1), LONGEST_MS);
  }
}
