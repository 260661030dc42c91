import { expect, test } from '@jest/globals';
import { Arrivals } from '../../../src/graph/publication/arrivals.ts';

const LONG = 600_000;
const stays = () => {};

function scene(most = 2) {
  let wake = () => {};
  let hearing = 0;
  const arrivals = new Arrivals((call) => {
    wake = call;
    hearing += 1;
    return async () => {
      hearing -= 1;
    };
  }, most);
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
  await scene().arrivals.until(looked, LONG, stays);
  expect(looked.calls()).toBe(1);
});

test('a held reader looks at publications alone, until something is there for it', async () => {
  const { arrivals, wake, hearing } = scene();
  const looked = find(false, false, true);
  const held = arrivals.until(looked, LONG, stays);
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
  await scene().arrivals.until(looked, 10, stays);
  expect(looked.calls()).toBeGreaterThan(1);
});

test('the limit of held readers, a connection that ends and a stop let go', async () => {
  const { arrivals, hearing } = scene(2);
  let leave = () => {};
  const first = arrivals.until(find(false), LONG, (listener) => {
    leave = listener;
  });
  const second = arrivals.until(find(false), LONG, stays);
  const beyond = find(false);
  await arrivals.until(beyond, LONG, stays);
  expect(beyond.calls()).toBe(0);
  leave();
  await first;
  const third = arrivals.until(find(false), LONG, stays);
  await arrivals.stop();
  await Promise.all([second, third]);
  expect(hearing()).toBe(0);
  await arrivals.until(find(false), LONG, stays);
});

test('what a look throws is the reader’s', async () => {
  await expect(
    scene().arrivals.until(
      async () => {
        throw new Error('away');
      },
      LONG,
      stays,
    ),
  ).rejects.toThrow('away');
});
