interface LineLimits {
  /** Lines logged without a limit. */
  readonly burst: number;
  /** Beyond these one in so many milliseconds. */
  readonly everyMs: number;
}

/** Lines about one failing loop: each loop keeps failing while the database is away. */
export const ONE_OUTAGE: LineLimits = { burst: 1, everyMs: 30_000 };

/**
 * Decides which of many similar lines are logged: all of a few, then one now and then, so that an outage, which every
 * request and every loop meets, does not fill the disk.
 */
export class LineLimit {
  readonly #limits: LineLimits;
  #allowance: number;
  #refilledAt: number;
  #omitted = 0;
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds */
  constructor(limits: LineLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#allowance = limits.burst;
    this.#now = now;
    this.#refilledAt = now();
  }

  /**
   * Called for each line.
   * @returns how many lines were left out since the last logged one; undefined: leave this one out too
   */
  take(): number | undefined {
    const now = this.#now();
    const { burst, everyMs } = this.#limits;
    this.#allowance = Math.min(burst, this.#allowance + (now - this.#refilledAt) / everyMs);
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
