import { expect, test } from '@jest/globals';
import { RestartDelay } from '../../src/workers/restartDelay.ts';

test('a worker that served is replaced at once, one that keeps ending ever later', () => {
  const delay = new RestartDelay();
  expect(delay.afterEnd(60_000)).toBe(0);
  const delays = Array.from({ length: 9 }, () => delay.afterEnd(0));
  expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(delay.afterEnd(60_000)).toBe(0);
  expect(delay.afterEnd(9_000)).toBe(250);
});
