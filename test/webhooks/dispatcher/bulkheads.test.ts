import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Bulkheads, PROMPT_MS } from '../../../src/webhooks/dispatcher/bulkheads.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const ignore = () => {};

test('an attempt holds a slot until it ends', () => {
  const bulkheads = new Bulkheads(4);
  expect([bulkheads.free('prompt'), bulkheads.free('slow'), bulkheads.running]).toEqual([4, 2, 0]);
  const attempt = bulkheads.began('prompt', ignore);
  expect([bulkheads.free('prompt'), bulkheads.free('slow'), bulkheads.running]).toEqual([3, 2, 1]);
  expect(bulkheads.ended(attempt)).toBe(true);
  expect([bulkheads.free('prompt'), bulkheads.running]).toEqual([4, 0]);
});

test('slow webhooks take no slot of prompt ones', () => {
  const bulkheads = new Bulkheads(4);
  for (let slot = 0; slot < 2; slot += 1) bulkheads.began('slow', ignore);
  expect([bulkheads.free('prompt'), bulkheads.free('slow')]).toEqual([4, 0]);
});

test('one that takes long moves to the slow ones, is told of once, and frees its slot', () => {
  const bulkheads = new Bulkheads(1);
  let overdue = 0;
  const attempt = bulkheads.began('prompt', () => {
    overdue += 1;
  });
  expect(bulkheads.untilOverdue).toBe(PROMPT_MS);
  jest.advanceTimersByTime(PROMPT_MS);
  expect([bulkheads.free('prompt'), bulkheads.free('slow'), overdue]).toEqual([1, 0, 1]);
  expect(bulkheads.untilOverdue).toBe(Number.POSITIVE_INFINITY);
  expect(bulkheads.ended(attempt)).toBe(false);
  expect([bulkheads.free('prompt'), bulkheads.free('slow'), overdue]).toEqual([1, 1, 1]);
});

test('however many hang one after the other, four times the slots are under way at most, urgent ones aside', () => {
  const bulkheads = new Bulkheads(2);
  for (let second = 0; second < 10; second += 1) {
    for (let free = bulkheads.free('prompt'); free > 0; free -= 1) bulkheads.began('prompt', ignore);
    jest.advanceTimersByTime(PROMPT_MS);
  }
  expect(bulkheads.running).toBe(8);
  expect([bulkheads.free('prompt'), bulkheads.free('urgent')]).toEqual([0, 4]);
  for (let slot = 0; slot < 4; slot += 1) bulkheads.began('urgent', ignore);
  expect(bulkheads.free('urgent')).toBe(0);
  jest.advanceTimersByTime(PROMPT_MS);
  expect([bulkheads.running, bulkheads.free('prompt'), bulkheads.free('urgent')]).toEqual([12, 0, 4]);
});

test.each([64, 8])('urgent attempts that hang take no slot of %d prompt and of slow webhooks', (concurrency) => {
  const bulkheads = new Bulkheads(concurrency);
  for (let attempt = 0; attempt < 40; attempt += 1) bulkheads.began('urgent', ignore);
  jest.advanceTimersByTime(PROMPT_MS);
  expect([bulkheads.free('prompt'), bulkheads.free('slow'), bulkheads.free('urgent'), bulkheads.running]).toEqual([
    ...[concurrency, concurrency / 2, 4, 40],
  ]);
});
