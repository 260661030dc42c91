import { expect, test } from '@jest/globals';
import { RecentErrors } from '../../src/server/recentErrors.ts';

const MINUTE = 60_000;

test('an error is told for ten to twenty minutes, however many follow; those of single statements are not', () => {
  let now = 0;
  const errors = new RecentErrors(() => now);
  const seen: number[] = [];
  for (let minute = 0; minute < 60; minute += 5) {
    now = minute * MINUTE;
    errors.note('timeout');
    errors.note('conflict');
    seen.push(errors.counts().get('timeout') ?? 0);
  }
  expect(Math.max(...seen)).toBe(4);
  expect([...errors.counts().keys()]).toEqual(['timeout']);
  now += 20 * MINUTE;
  expect(errors.counts().size).toBe(0);
});
