import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quotas } from '../../graph/caller/quotas.ts';
import { type CountingStore, countingQuotas, eachCounter, type QuotaLimits } from './countingQuotas.ts';

/** Quotas counted in this process alone. */
export function memoryQuotas(limits: QuotaLimits): Quotas {
  return countingQuotas(limits, memoryStore(limits));
}

export function memoryStore(limits: QuotaLimits): CountingStore {
  const limiters = eachCounter(
    limits,
    (keyPrefix, { points, windowSeconds }) => new RateLimiterMemory({ keyPrefix, points, duration: windowSeconds }),
  );
  const read: CountingStore['read'] = async (counter, subject) => {
    const count = await limiters[counter].get(subject);
    if (count !== null && count.msBeforeNext > 0) return count;
    return { consumedPoints: 0, msBeforeNext: limits[counter].windowSeconds * 1000 };
  };
  return {
    read,
    async take(counter, subject) {
      const count = await limiters[counter].penalty(subject);
      if (count.consumedPoints <= limits[counter].points) return count;
      // Copied before the refund: the count is a mutable object.
      const refused = { consumedPoints: count.consumedPoints, msBeforeNext: count.msBeforeNext };
      await limiters[counter].reward(subject);
      return refused;
    },
    async giveBack(counter, subject) {
      const count = await read(counter, subject);
      return count.consumedPoints === 0 ? count : limiters[counter].reward(subject);
    },
  };
}
