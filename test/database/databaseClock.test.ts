import { expect, test } from '@jest/globals';
import { DatabaseClock } from '../../src/database/databaseClock.ts';

const distance = (clock: DatabaseClock) => Math.round((Date.now() - clock.now().getTime()) / 1000);

test.each([
  [0, false, 0],
  [1_900, false, 0],
  [-1_900, false, 0],
  [2_500, true, 3],
  [600_000, true, 600],
  [-600_000, true, -600],
])('a machine %p ms ahead of the database: off is %p, corrected by %p s', (aheadMs, isOff, corrected) => {
  const clock = new DatabaseClock();
  const now = Date.now();
  clock.note(now - aheadMs, now, now);
  expect([clock.aheadSeconds, clock.isOff]).toEqual([aheadMs / 1000, isOff]);
  expect(Math.abs(distance(clock) - corrected)).toBeLessThanOrEqual(1);
});

test('is uncertain by half the time that an answer took, and agrees as long as nothing is known', () => {
  const clock = new DatabaseClock();
  expect([clock.aheadSeconds, clock.isOff, clock.correctionMs]).toEqual([null, false, 0]);
  const now = Date.now();
  // Asked at 0 s and answered at 4 s: what the database read at 0 may have been read at any time between.
  clock.note(now, now, now + 4_000);
  expect([clock.aheadSeconds, clock.isOff]).toEqual([0, false]);
  clock.note(now - 10_000, now, now + 4_000);
  expect([clock.aheadSeconds, clock.isOff]).toEqual([10, true]);
});

test('takes no reading during which the clock was set back', () => {
  const clock = new DatabaseClock();
  const now = Date.now();
  clock.note(now, now, now - 600_000);
  expect(clock.aheadSeconds).toBeNull();
});
