const FEWEST = 100;

/**
 * How many records a batch takes, so that one lasts about `targetMs`: a batch is one transaction, and the
 * embedded database answers no read during it.
 */
export class BatchSize {
  readonly #targetMs: number;
  readonly #most: number;
  #records = FEWEST;

  /** @param most records of a batch */
  constructor(targetMs: number, most: number) {
    this.#targetMs = targetMs;
    this.#most = most;
  }

  get records(): number {
    return this.#records;
  }

  /** Learns from a batch that was answered. */
  observe(records: number, milliseconds: number): void {
    const fitting = (records / Math.max(milliseconds, 1)) * this.#targetMs;
    this.#records = Math.round(Math.min(Math.max(fitting, FEWEST), this.#most, this.#records * 2));
  }
}
