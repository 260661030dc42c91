import { expect, test } from '@jest/globals';
import { repeat } from '../../src/base/repeat.ts';
import { until } from '../support/until.ts';

test('work is repeated, failures are told and do not end it, and a stop waits for the run under way', async () => {
  const told: unknown[] = [];
  let runs = 0;
  let end = () => {};
  const stop = repeat(
    async (signal) => {
      runs += 1;
      if (runs < 4) throw new Error(`run ${runs}`);
      if (runs === 4) return;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      signal.throwIfAborted();
    },
    { everyMs: 1, longestMs: 2, failed: (error) => told.push((error as Error).message) },
  );
  await until(() => runs === 5);
  expect(told).toEqual(['run 1', 'run 2', 'run 3']);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  end();
  await stopped;
  // What a stopped run fails with is nobody's concern, and none follows.
  expect([told.length, runs]).toEqual([3, 5]);
});

test('a pause ends with the stop, and a run that hangs is left after its time', async () => {
  let runs = 0;
  await repeat(async () => (runs += 1), { everyMs: 3_600_000 })();
  expect(runs).toBe(1);
  await repeat(() => new Promise(() => {}), { everyMs: 1, stopMs: 1 })();
});
