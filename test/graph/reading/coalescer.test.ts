import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Coalescer, type CoalescerLimits } from '../../../src/graph/reading/coalescer.ts';

/** A coalescer whose reads end when the test says so. */
function held(limits: Partial<CoalescerLimits> = {}) {
  const reads: { keys: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const coalescer = new Coalescer<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        reads.push({ keys, answer: () => resolve(new Map(keys.map((key) => [key, `${key}!`]))), fail: reject });
      }),
    limits,
  );
  return { coalescer, reads, asked: () => reads.map(({ keys }) => keys) };
}

// A read's patience is measured by the clock, and a busy machine may stall for longer than any patience.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

describe('a coalescer', () => {
  test('reads in one what is asked for in one turn, each key once', async () => {
    const { coalescer, reads, asked } = held();
    const answers = [coalescer.load(['a']), coalescer.load(['b', 'a']), coalescer.load(['c'])];
    await turn();
    expect(asked()).toEqual([['a', 'b', 'c']]);
    reads[0]?.answer();
    const [first, second] = await Promise.all(answers);
    expect(first?.get('a')).toBe('a!');
    expect(second?.get('b')).toBe('b!');
  });

  test('reads at once when nothing is under way, and beside what is while there is room', async () => {
    const { coalescer, asked } = held({ reads: 2 });
    void coalescer.load(['a']);
    await turn();
    void coalescer.load(['b']);
    await turn();
    expect(asked()).toEqual([['a'], ['b']]);
  });

  test('lets later callers wait for a read of their own, never for one that has begun', async () => {
    const { coalescer, reads, asked } = held({ reads: 1 });
    void coalescer.load(['a']);
    await turn();
    const again = coalescer.load(['a']);
    void coalescer.load(['b']);
    await turn();
    expect(asked()).toEqual([['a']]);
    reads[0]?.answer();
    await turn();
    expect(asked()).toEqual([['a'], ['a', 'b']]);
    reads[1]?.answer();
    expect((await again).get('a')).toBe('a!');
  });

  test('keeps a read within its limit, but never splits one caller', async () => {
    const { coalescer, asked } = held({ keys: 3 });
    void coalescer.load(['a', 'b']);
    void coalescer.load(['c', 'd']);
    void coalescer.load(['e', 'f', 'g', 'h']);
    await turn();
    expect(asked()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f', 'g', 'h'],
    ]);
  });

  test('tells a failure to those who waited for it alone, and goes on', async () => {
    const { coalescer, reads } = held({ reads: 1 });
    const failed = coalescer.load(['a']);
    await turn();
    const fine = coalescer.load(['b']);
    reads[0]?.fail(new Error('connection lost'));
    await expect(failed).rejects.toThrow('connection lost');
    await turn();
    reads[1]?.answer();
    expect((await fine).get('b')).toBe('b!');
  });

  test('does not let a read that hangs hold others back', async () => {
    const { coalescer, reads, asked } = held({ reads: 1, patienceMs: 20 });
    const hanging = coalescer.load(['a']);
    await turn();
    const waiting = coalescer.load(['b']);
    await turn();
    expect(asked()).toEqual([['a']]);
    jest.advanceTimersByTime(19);
    await turn();
    expect(asked()).toEqual([['a']]);
    jest.advanceTimersByTime(1);
    await turn();
    expect(asked()).toEqual([['a'], ['b']]);
    reads[1]?.answer();
    expect((await waiting).get('b')).toBe('b!');
    reads[0]?.answer();
    expect((await hanging).get('a')).toBe('a!');
  });
});
