import { describe, expect, test } from '@jest/globals';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas, memoryStore } from '../../../src/identity/quota/memoryQuotas.ts';
import { describeQuotas, limits } from './describeQuotas.ts';
import { setClock } from './setClock.ts';

describe('quotas in memory', () => {
  const quotas = memoryQuotas(limits);
  describeQuotas(() => [quotas, quotas]);

  test.each([
    [60, 600, 300],
    [60, 100, 100],
    [400, 600, 400],
    [5, 20, 20],
  ])('beside %i anonymous and %i credentialed calls an address has %i pages', (anonymous, credentialed, pages) => {
    expect(quotaLimits({ anonymous, credentialed, address: 1000 }).pages.points).toBe(pages);
  });

  test.each([-600, 600])('a clock that is set by %i s ends no window, and makes none longer', async (seconds) => {
    const subject = `set by ${seconds}`;
    await quotas.charge('credentialed', subject);
    const restore = setClock(seconds);
    try {
      const { remaining, resetMs } = await quotas.charge('credentialed', subject);
      expect(remaining).toBe(98);
      expect(resetMs).toBeLessThanOrEqual(60_000);
    } finally {
      restore();
    }
  });

  test('of more subjects than are kept those whose window ends first are forgotten', async () => {
    const store = memoryStore(limits, 3);
    for (const subject of ['a', 'b', 'c', 'a', 'd', 'e']) await store.take('anonymous', subject);
    const counts = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((subject) => store.read('anonymous', subject)));
    expect(counts.map(({ consumedPoints }) => consumedPoints)).toEqual([0, 0, 1, 1, 1]);
    // Each counter has its own.
    await store.take('failures', 'f');
    expect(await store.read('anonymous', 'c')).toMatchObject({ consumedPoints: 1 });
  });
});
