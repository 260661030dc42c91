/** Machines that are synchronised differ by less; what depends on time tolerates it. */
const TOLERATED_MS = 2_000;

/**
 * The time that replicas agree on. It is this machine's, unless that is more than two seconds from the database's: then
 * it is the database's, so that a machine with a wrong clock neither signs what receivers refuse (they take five
 * minutes) nor refuses valid tokens.
 */
export class DatabaseClock {
  #aheadMs: number | null = null;

  /**
   * Notes a reading of the database's clock.
   * @param databaseMs its time, in milliseconds since 1970
   * @param askedAt this machine's time before the question
   * @param answeredAt this machine's time after the answer; the reading is as uncertain as the answer was slow
   */
  note(databaseMs: number, askedAt: number, answeredAt: number): void {
    const uncertainMs = (answeredAt - askedAt) / 2;
    // The clock was set between the two.
    if (uncertainMs < 0) return;
    const aheadMs = askedAt + uncertainMs - databaseMs;
    this.#aheadMs = Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - uncertainMs);
  }

  /** How far this machine's clock is certainly ahead of the database's, in seconds; null before the first reading. */
  get aheadSeconds(): number | null {
    return this.#aheadMs === null ? null : this.#aheadMs / 1000;
  }

  /** Whether the database's time is used in place of this machine's. */
  get isOff(): boolean {
    return Math.abs(this.#aheadMs ?? 0) > TOLERATED_MS;
  }

  /** What `now` leaves off this machine's time, in milliseconds; 0 unless that is off. */
  get correctionMs(): number {
    return this.isOff ? (this.#aheadMs ?? 0) : 0;
  }

  readonly now = (): Date => new Date(Date.now() - this.correctionMs);
}
