/** Lines that may come at once; after them one a second. */
const BURST = 20;
const EVERY_MS = 1_000;

/**
 * Which of many like lines are logged: all while they are few, else about one a second. An outage is met by everyone
 * who asks for what is away, and must not fill the disk.
 */
export class LineLimit {
  #allowance = BURST;
  #refilledAt: number;
  #omitted = 0;
  readonly #now: () => number;

  /** @param now milliseconds that only rise */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#refilledAt = now();
  }

  /**
   * Asked for each line.
   * @returns how many were left out since the last one that was not; undefined: leave this one out too
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
