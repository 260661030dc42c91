import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ClockWatch } from '../../src/webhooks/clockWatch.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

/** The `Date` of a receiver when ours is so many seconds ahead. */
const dateOf = (ahead: number) => new Date(Date.now() - ahead * 1000).toUTCString();

test.each([
  [0, false],
  [60, false],
  [61, true],
  [-61, true],
  [300, true],
  [-86_400, true],
])('a clock that is %d s ahead of a receiver is told: %s', (ahead, shouldWarn) => {
  const offset = { aheadSeconds: ahead, receivers: 1, shouldWarn };
  expect(new ClockWatch().note('https://a.example.org', dateOf(ahead))).toEqual(offset);
});

test('one receiver with a wrong clock says nothing among others', () => {
  const watch = new ClockWatch();
  for (const receiver of ['a', 'b', 'c']) watch.note(receiver, dateOf(1));
  watch.note('d', dateOf(9_000));
  jest.advanceTimersByTime(5_000);
  expect(watch.note('d', dateOf(9_000))).toEqual({ aheadSeconds: 1, receivers: 4, shouldWarn: false });
});

test('it is told once an hour', () => {
  const watch = new ClockWatch();
  const told = [];
  for (let second = 0; second < 7_200; second += 1) {
    if (watch.note('a', dateOf(400))?.shouldWarn === true) told.push(second);
    jest.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([0, 3_600]);
});

test('what is no date counts for nothing', () => {
  expect(new ClockWatch().note('a', 'yesterday')).toBeNull();
});
