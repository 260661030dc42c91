import { LRUCache } from 'lru-cache';

/** The offset between this machine's clock and the receivers'. */
export interface ClockOffset {
  /** The median, in seconds; negative: this machine is behind. */
  readonly aheadSeconds: number;
  /** The number of receivers. */
  readonly receivers: number;
  /** Whether to tell the operator: the clock is off, and the last warning is some time ago. */
  readonly shouldWarn: boolean;
}

/** Receivers refuse signatures that are five minutes off. */
const OFF_SECONDS = 60;
const RECEIVERS = 100;
const REMEMBERED_MS = 3_600_000;
const JUDGED_EVERY_MS = 5_000;
const WARN_EVERY_MS = 3_600_000;

/**
 * Compares the clock with the `Date` of receivers' answers: deliveries are signed with this machine's time, and if that
 * is wrong all receivers refuse them, for good. The median counts, so that a single receiver with a wrong clock has no
 * effect.
 */
export class ClockWatch {
  readonly #ahead = new LRUCache<string, number>({ max: RECEIVERS, ttl: REMEMBERED_MS });
  #judgedAt = Number.NEGATIVE_INFINITY;
  #warnedAt = Number.NEGATIVE_INFINITY;

  /** @param date the header, unparsed. @returns null when there is no verdict now */
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
