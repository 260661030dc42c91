import { expect, test } from '@jest/globals';
import { LineLimit } from '../../src/base/lineLimit.ts';

test('few lines are all let through, a flood is one a second that tells how many were left out', () => {
  let now = 0;
  const limit = new LineLimit({ burst: 20, everyMs: 1_000 }, () => now);
  expect(Array.from({ length: 20 }, () => limit.take())).toEqual(Array(20).fill(0));
  const told: number[] = [];
  for (let n = 0; n < 10_000; n += 1) {
    now += 1;
    const omitted = limit.take();
    if (omitted !== undefined) told.push(omitted);
  }
  expect(told).toEqual(Array(10).fill(999));
  now += 60_000;
  expect(Array.from({ length: 3 }, () => limit.take())).toEqual([0, 0, 0]);
});
