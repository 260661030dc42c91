import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_MS = 200;
const LONGEST_MS = 1_200;

/**
 * How long the loops of a dispatcher wait after a failure, which is the database's as a rule, before they try again.
 */
export class Backoff {
  readonly #failed: (error: unknown, doing: string) => void;
  /** Set when the process stops: then there is little time. */
  isShort = false;

  constructor(failed: (error: unknown, doing: string) => void) {
    this.#failed = failed;
  }

  async wait(error: unknown, doing: string): Promise<void> {
    this.#failed(error, doing);
    await sleep(SHORTEST_MS + (this.isShort ? 0 : Math.random() * (LONGEST_MS - SHORTEST_MS)));
  }
}
