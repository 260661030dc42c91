import type { DatabaseKind } from '../../database/database.ts';

/**
 * Publications run one after the other anyway, behind the lock of the head. Those that wait keep no more connections than this from
 * the reads of the process; on the embedded database, which has one, a read waits for one publication at most.
 */
const CONNECTIONS: Readonly<Record<DatabaseKind, number>> = { postgresql: 3, embedded: 1 };

/** Lets in so many at once, and the others in the order in which they came. */
export class PublishingTurns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(kind: DatabaseKind) {
    this.#free = CONNECTIONS[kind];
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Handed on directly: nobody who comes later gets before those who wait.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
