import { expect, test } from '@jest/globals';
import { Arrivals } from '../../../src/graph/publication/arrivals.ts';

const LONG = 600_000;
const stays = () => {};

function scene(all = 2, caller = 2) {
  let wake = () => {};
  let hearing = 0;
  const arrivals = new Arrivals(
    (call) => {
      wake = call;
      hearing += 1;
      return async () => {
        hearing -= 1;
      };
    },
    { all, caller },
  );
  return { arrivals, wake: () => wake(), hearing: () => hearing };
}

/** Answers `answers` one after the other, the last one from then on. */
function find(...answers: boolean[]) {
  let calls = 0;
  const looked = async () => answers[Math.min(calls++, answers.length - 1)] ?? false;
  return Object.assign(looked, { calls: () => calls });
}

test('a reader for whom something is there already is not held', async () => {
  const looked = find(true);
  await scene().arrivals.until('ann', looked, LONG, stays);
  expect(looked.calls()).toBe(1);
});

test('a held reader looks at publications alone, until something is there for it', async () => {
  const { arrivals, wake, hearing } = scene();
  const looked = find(false, false, true);
  const held = arrivals.until('ann', looked, LONG, stays);
  for (const calls of [1, 2]) {
    await new Promise(setImmediate);
    expect([looked.calls(), hearing()]).toEqual([calls, 1]);
    wake();
  }
  await held;
  expect(looked.calls()).toBe(3);
});

test('what is published while it looks is not missed', async () => {
  const { arrivals, wake } = scene();
  let calls = 0;
  await arrivals.until(
    'ann',
    async () => {
      calls += 1;
      if (calls === 1) wake();
      return calls === 2;
    },
    LONG,
    stays,
  );
  expect(calls).toBe(2);
});

test('when the time is over it looks once more', async () => {
  const looked = find(false);
  await scene().arrivals.until('ann', looked, 10, stays);
  expect(looked.calls()).toBeGreaterThan(1);
});

test('a connection that ends and a stop let go', async () => {
  const { arrivals, hearing } = scene();
  let leave = () => {};
  const first = arrivals.until('ann', find(false), LONG, (listener) => {
    leave = listener;
  });
  leave();
  await first;
  const second = arrivals.until('ann', find(false), LONG, stays);
  await arrivals.stop();
  await second;
  expect(hearing()).toBe(0);
  await arrivals.until('ann', find(false), LONG, stays);
});

test.each([
  ['the service', scene(2, 9), 'bob'],
  ['a caller', scene(9, 2), 'ann'],
])(
  'beyond the most readers of %s one is held for a second, and hears of what is published',
  async (_whose, beyond, third) => {
    const { arrivals, wake } = beyond;
    const held = ['ann', 'ann'].map((caller) => arrivals.until(caller, find(false), LONG, stays));
    const [late, early] = [find(false), find(false, true)];
    const waits = arrivals.until(third, late, LONG, stays);
    const hears = arrivals.until(third, early, LONG, stays);
    await new Promise(setImmediate);
    wake();
    await hears;
    await waits;
    expect([early.calls(), late.calls() >= 3]).toEqual([2, true]);
    await arrivals.stop();
    await Promise.all(held);
  },
);

test('what a look throws is the reader’s', async () => {
  await expect(
    scene().arrivals.until(
      'ann',
      async () => {
        throw new Error('away');
      },
      LONG,
      stays,
    ),
  ).rejects.toThrow('away');
});
