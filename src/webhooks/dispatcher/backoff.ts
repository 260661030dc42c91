import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_MS = 200;
const LONGEST_MS = 1_200;

/** The waits of a dispatcher's loops after a failure, usually of the database. */
export class Backoff {
  readonly #failed: (error: unknown, doing: string) => void;
  /** Set when the process stops, which leaves little time. */
  isShort = false;

  constructor(failed: (error: unknown, doing: string) => void) {
    this.#failed = failed;
  }

  async wait(error: unknown, doing: string): Promise<void> {
    this.#failed(error, doing);
    await sleep(SHORTEST_MS + (this.isShort ? 0 : Math.random() * (LONGEST_MS - SHORTEST_MS)));
  }
}
