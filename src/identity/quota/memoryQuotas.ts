import type { Counter, Quotas } from '../../graph/caller/quotas.ts';
import { type CountingStore, countingQuotas, type QuotaLimits } from './countingQuotas.ts';

interface Window {
  points: number;
  /** On the monotonic clock: the machine's may be set. */
  readonly endsAt: number;
}

/** The most windows of a counter, however many addresses callers have; some 25 MB of them. */
const MOST_WINDOWS = 100_000;

/** Quotas counted in this process alone. */
export function memoryQuotas(limits: QuotaLimits): Quotas {
  return countingQuotas(limits, memoryStore(limits));
}

/** @param most windows of a counter; beyond them those that end first are forgotten */
export function memoryStore(limits: QuotaLimits, most = MOST_WINDOWS): CountingStore {
  // Windows of a counter are equally long, so a Map, which keeps the order of their beginnings, has that of their ends.
  const windows = Object.fromEntries(Object.keys(limits).map((counter) => [counter, new Map()])) as Readonly<
    Record<Counter, Map<string, Window>>
  >;
  const windowMs = (counter: Counter) => limits[counter].windowSeconds * 1000;
  const current = (counter: Counter, subject: string) => {
    const window = windows[counter].get(subject);
    return window !== undefined && window.endsAt > performance.now() ? window : undefined;
  };
  const begin = (counter: Counter, subject: string): Window => {
    const now = performance.now();
    const others = windows[counter];
    others.delete(subject);
    for (const [other, { endsAt }] of others) {
      if (endsAt > now && others.size < most) break;
      others.delete(other);
    }
    const window = { points: 0, endsAt: now + windowMs(counter) };
    others.set(subject, window);
    return window;
  };
  const count = ({ points, endsAt }: Window, refused = 0) => ({
    consumedPoints: points + refused,
    msBeforeNext: Math.ceil(endsAt - performance.now()),
  });
  const unused = (counter: Counter) => ({ consumedPoints: 0, msBeforeNext: windowMs(counter) });
  return {
    async read(counter, subject) {
      const window = current(counter, subject);
      return window === undefined ? unused(counter) : count(window);
    },
    async take(counter, subject) {
      const window = current(counter, subject) ?? begin(counter, subject);
      if (window.points >= limits[counter].points) return count(window, 1);
      window.points += 1;
      return count(window);
    },
    async giveBack(counter, subject) {
      const window = current(counter, subject);
      if (window === undefined) return unused(counter);
      window.points = Math.max(0, window.points - 1);
      return count(window);
    },
  };
}
