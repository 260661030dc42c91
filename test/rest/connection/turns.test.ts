import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Turns } from '../../../src/rest/connection/turns.ts';

function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('who comes alone has its turn at once', () => {
  const turns = new Turns(1 / 20);
  let had = false;
  turns.take((done) => {
    had = true;
    done();
  });
  expect(had).toBe(true);
});

test('turns are taken one at a time, in order, each when the one before has ended', async () => {
  const turns = new Turns(1);
  const events: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    turns.take((done) => {
      events.push(`${name} begins`);
      setTimeout(() => {
        events.push(`${name} ends`);
        done();
      }, 2);
    });
  }
  await sleep(100);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('what is not in the line goes on between two turns, for as long as its share says', async () => {
  const turns = new Turns(1 / 4);
  let others = 0;
  const othersAt: number[] = [];
  const other = setInterval(() => (others += 1), 1);
  await new Promise<void>((resolve) => {
    for (let n = 0; n < 4; n += 1) {
      turns.take((done) => {
        othersAt.push(others);
        busy(4);
        done();
        if (n === 3) resolve();
      });
    }
  });
  clearInterval(other);
  // 12 ms of pause behind each 4 ms: timers of others fire in it, some of them late on a busy machine.
  for (let n = 1; n < 4; n += 1) expect(othersAt[n]).toBeGreaterThan(othersAt[n - 1] ?? 0);
});

test('a turn that took long makes nobody wait for long', async () => {
  const turns = new Turns(1 / 100);
  let second = 0;
  turns.take((done) => {
    busy(10);
    done();
  });
  const began = performance.now();
  await new Promise<void>((resolve) =>
    turns.take((done) => {
      second = performance.now() - began;
      done();
      resolve();
    }),
  );
  // In proportion it would be a second.
  expect(second).toBeLessThan(900);
});
