/** A longer attempt makes its webhook slow. */
export const PROMPT_MS = 1_000;

/** The slots for slow webhooks, as a share of those for prompt ones. */
const SLOW_SHARE = 1 / 2;
/**
 * The most attempts in flight beside overdue urgent ones, as a multiple of the prompt slots: webhooks that begin to
 * hang together leave those after PROMPT_MS, again and again.
 */
const LARGEST_SHARE = 4;

/** The slots for urgent deliveries, to whichever webhooks. */
const URGENT_SLOTS = 4;

type Bulkhead = 'prompt' | 'slow' | 'urgent';

export interface RunningAttempt {
  /** By performance.now(). */
  readonly began: number;
  bulkhead: Bulkhead | 'overdue';
  /** Called once, when the attempt takes longer than PROMPT_MS. */
  readonly isOverdue: () => void;
}

/**
 * The slots of this process. Slow webhooks have slots of their own, so that prompt ones find a free slot however many
 * others hang. An attempt that takes longer than PROMPT_MS moves to the slow slots, even beyond their number; an urgent
 * one leaves its slot and takes none of theirs. An unknown webhook counts as prompt. Urgent deliveries find a slot
 * however many attempts are under way.
 */
export class Bulkheads {
  readonly #slots: Readonly<Record<Bulkhead, number>>;
  readonly #taken: Record<Bulkhead | 'overdue', number> = { prompt: 0, slow: 0, urgent: 0, overdue: 0 };
  readonly #most: number;
  /** Attempts that are not overdue, in the order in which they began. */
  readonly #recent = new Set<RunningAttempt>();

  /** @param concurrency slots for prompt webhooks */
  constructor(concurrency: number) {
    const slow = Math.max(1, Math.floor(concurrency * SLOW_SHARE));
    this.#slots = { prompt: concurrency, slow, urgent: URGENT_SLOTS };
    this.#most = concurrency * LARGEST_SHARE;
  }

  /** Attempts under way. */
  get running(): number {
    return this.#taken.prompt + this.#taken.slow + this.#taken.urgent + this.#taken.overdue;
  }

  /** Taken slots and all slots. */
  get slots(): Readonly<Record<'taken' | 'total', Readonly<Record<Bulkhead, number>>>> {
    const { prompt, slow, urgent, overdue } = this.#taken;
    return { taken: { prompt, slow, urgent: urgent + overdue }, total: this.#slots };
  }

  /** Slots that are free for webhooks, or deliveries, of this kind. */
  free(bulkhead: Bulkhead): number {
    this.#noticeSlow(performance.now() - PROMPT_MS);
    const free = this.#slots[bulkhead] - this.#taken[bulkhead];
    return Math.max(
      0,
      bulkhead === 'urgent' ? free : Math.min(free, this.#most - (this.running - this.#taken.overdue)),
    );
  }

  /** Milliseconds until the next attempt in flight becomes overdue; Infinity without one. */
  get untilOverdue(): number {
    this.#noticeSlow(performance.now() - PROMPT_MS);
    const [oldest] = this.#recent;
    return oldest === undefined ? Number.POSITIVE_INFINITY : Math.max(0, oldest.began + PROMPT_MS - performance.now());
  }

  began(bulkhead: Bulkhead, isOverdue: () => void): RunningAttempt {
    const attempt: RunningAttempt = { began: performance.now(), bulkhead, isOverdue };
    this.#recent.add(attempt);
    this.#taken[bulkhead] += 1;
    return attempt;
  }

  /** @returns whether it took at most PROMPT_MS */
  ended(attempt: RunningAttempt): boolean {
    this.#recent.delete(attempt);
    this.#taken[attempt.bulkhead] -= 1;
    return performance.now() - attempt.began < PROMPT_MS;
  }

  #noticeSlow(before: number): void {
    for (const attempt of this.#recent) {
      if (attempt.began > before) break;
      this.#recent.delete(attempt);
      this.#taken[attempt.bulkhead] -= 1;
      attempt.bulkhead = attempt.bulkhead === 'urgent' ? 'overdue' : 'slow';
      this.#taken[attempt.bulkhead] += 1;
      attempt.isOverdue();
    }
  }
}
