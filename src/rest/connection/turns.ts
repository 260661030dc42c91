/** Less than this is no pause that a timer could keep. */
const SHORTEST_PAUSE_MS = 1;
/** However long somebody's turn took, the next waits no longer than this. */
const LONGEST_PAUSE_MS = 20;

/**
 * Lets work that many could ask for at once have one turn at a time, in the order in which it came, and in all no more than a share of
 * the time: behind a turn there is a pause in proportion to it, in which everything else gets on. Whoever comes alone waits for nothing.
 */
export class Turns {
  readonly #pausePerMs: number;
  readonly #waiting: ((done: () => void) => void)[] = [];
  #isTaken = false;
  #owedMs = 0;

  /** @param share of the time, above 0 and at most 1 */
  constructor(share: number) {
    this.#pausePerMs = 1 / share - 1;
  }

  /** @param work calls `done` when its turn is over */
  take(work: (done: () => void) => void): void {
    this.#waiting.push(work);
    if (!this.#isTaken) this.#next();
  }

  #next(): void {
    const work = this.#waiting.shift();
    this.#isTaken = work !== undefined;
    if (work === undefined) return;
    const began = performance.now();
    work(() => this.#pause(performance.now() - began));
  }

  #pause(tookMs: number): void {
    this.#owedMs = Math.min(this.#owedMs + tookMs * this.#pausePerMs, LONGEST_PAUSE_MS);
    if (this.#owedMs < SHORTEST_PAUSE_MS) {
      setImmediate(() => this.#next());
      return;
    }
    setTimeout(() => this.#next(), this.#owedMs);
    this.#owedMs = 0;
  }
}
