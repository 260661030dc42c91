interface Waiting<Key, Value> {
  readonly keys: readonly Key[];
  readonly resolve: (values: ReadonlyMap<Key, Value>) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalescerLimits {
  /** Most concurrent reads; later calls wait and are read together. */
  readonly reads: number;
  /** Most keys of a read, unless a single caller has more. */
  readonly keys: number;
  /** Milliseconds after which a read no longer counts as running. */
  readonly patienceMs: number;
}

const STANDARD: CoalescerLimits = { reads: 8, keys: 64, patienceMs: 100 };

/**
 * Batches reads of many requests: calls within one turn of the event loop, or while enough reads are running, become
 * one read. No caller gets the result of a read that began before its call. An idle service reads at once.
 */
export class Coalescer<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;
  readonly #limits: CoalescerLimits;
  #waiting: Waiting<Key, Value>[] = [];
  #underWay = 0;
  #scheduled = false;

  /** `read` is given distinct keys; it leaves out unknown ones. */
  constructor(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>, limits: Partial<CoalescerLimits> = {}) {
    this.#read = read;
    this.#limits = { ...STANDARD, ...limits };
  }

  /** The values of these keys, possibly among others. */
  load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ keys, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#dispatch();
      });
    });
  }

  #dispatch(): void {
    while (this.#underWay < this.#limits.reads && this.#waiting.length > 0) void this.#readNext();
  }

  async #readNext(): Promise<void> {
    const batch = this.#takeBatch();
    this.#underWay += 1;
    let counts = true;
    const release = () => {
      if (!counts) return;
      counts = false;
      this.#underWay -= 1;
    };
    const timer = setTimeout(() => {
      release();
      this.#dispatch();
    }, this.#limits.patienceMs);
    try {
      const values = await this.#read([...new Set(batch.flatMap(({ keys }) => keys))]);
      for (const { resolve } of batch) resolve(values);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      clearTimeout(timer);
      release();
      this.#dispatch();
    }
  }

  #takeBatch(): Waiting<Key, Value>[] {
    let taken = 0;
    let keys = 0;
    for (const waiting of this.#waiting) {
      keys += waiting.keys.length;
      if (taken > 0 && keys > this.#limits.keys) break;
      taken += 1;
    }
    return this.#waiting.splice(0, taken);
  }
}
