/** Lines logged without a limit; beyond these one a second. */
const BURST = 20;
const EVERY_MS = 1_000;

/**
 * Decides which of many similar lines are logged: all of a few, then about one a second, so that an outage, which every
 * request meets, does not fill the disk.
 */
export class LineLimit {
  #allowance = BURST;
  #refilledAt: number;
  #omitted = 0;
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#refilledAt = now();
  }

  /**
   * Called for each line.
   * @returns how many lines were left out since the last logged one; undefined: leave this one out too
   */
  take(): number | undefined {
    const now = this.#now();
    this.#allowance = Math.min(BURST, this.#allowance + (now - this.#refilledAt) / EVERY_MS);
    this.#refilledAt = now;
    if (this.#allowance < 1) {
      this.#omitted += 1;
      return undefined;
    }
    this.#allowance -= 1;
    const omitted = this.#omitted;
    this.#omitted = 0;
    return omitted;
  }
}
