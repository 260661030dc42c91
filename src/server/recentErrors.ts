const PERIOD_MS = 10 * 60_000;
/** Those of single statements say nothing of the database. */
const OF_STATEMENTS = ['conflict', 'data', 'other'];

type Counts = ReadonlyMap<string, number>;

/** The database's errors by class, of the last ten to twenty minutes: a probe that succeeds now would hide them. */
export class RecentErrors {
  readonly #now: () => number;
  #period = 0;
  #current: Counts = new Map();
  #previous: Counts = new Map();

  /** @param now in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  note(errorClass: string): void {
    if (OF_STATEMENTS.includes(errorClass)) return;
    this.#turn();
    this.#current = sum([...this.#current, [errorClass, 1]]);
  }

  counts(): Counts {
    this.#turn();
    return sum([...this.#previous, ...this.#current]);
  }

  #turn(): void {
    const period = Math.floor(this.#now() / PERIOD_MS);
    if (period === this.#period) return;
    this.#previous = period === this.#period + 1 ? this.#current : new Map();
    this.#current = new Map();
    this.#period = period;
  }
}

function sum(counts: readonly (readonly [name: string, count: number])[]): Counts {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
