import { LRUCache } from 'lru-cache';

/** How far this machine's clock is from the receivers'. */
export interface ClockOffset {
  /** The median, in seconds; below 0: it is behind. */
  readonly aheadSeconds: number;
  /** Of how many receivers. */
  readonly receivers: number;
  /** Whether the operator is to be told: it is off, and that was not said of late. */
  readonly shouldWarn: boolean;
}

/** Receivers refuse signatures that are five minutes off. */
const OFF_SECONDS = 60;
const RECEIVERS = 100;
const REMEMBERED_MS = 3_600_000;
const JUDGED_EVERY_MS = 5_000;
const WARN_EVERY_MS = 3_600_000;

/**
 * Compares the clock with the `Date` of receivers' answers: deliveries are signed with the time of this machine,
 * and where it is wrong all receivers refuse them, for good. The median counts, so that a receiver with a wrong
 * clock of its own says nothing among others.
 */
export class ClockWatch {
  readonly #ahead = new LRUCache<string, number>({ max: RECEIVERS, ttl: REMEMBERED_MS });
  #judgedAt = Number.NEGATIVE_INFINITY;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** @param date as it came. @returns null when nothing is judged now */
  note(receiver: string, date: string): ClockOffset | null {
    const ahead = (Date.now() - Date.parse(date)) / 1000;
    if (Number.isNaN(ahead)) return null;
    this.#ahead.set(receiver, ahead);
    const now = performance.now();
    if (now - this.#judgedAt < JUDGED_EVERY_MS) return null;
    this.#judgedAt = now;
    const sorted = [...this.#ahead.values()].sort((one, other) => one - other);
    const aheadSeconds = Math.round(sorted[sorted.length >> 1] ?? 0);
    const shouldWarn = Math.abs(aheadSeconds) > OFF_SECONDS && now - this.#warnedAt >= WARN_EVERY_MS;
    if (shouldWarn) this.#warnedAt = now;
    return { aheadSeconds, receivers: sorted.length, shouldWarn };
  }
}
