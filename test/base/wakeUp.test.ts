import { expect, test } from '@jest/globals';
import { WakeUp } from '../../src/base/wakeUp.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a pause ends when it is over', async () => {
  await expect(new WakeUp().pause(1)).resolves.toBeUndefined();
});

test('a call ends the pause under way, and the next one is whole again', async () => {
  const wakeUp = new WakeUp();
  const first = wakeUp.pause(600_000);
  wakeUp.call();
  await first;
  let ended = false;
  const second = wakeUp.pause(600_000).then(() => {
    ended = true;
  });
  await tick();
  expect(ended).toBe(false);
  wakeUp.call();
  await second;
});

test('calls between two pauses end the next one, once', async () => {
  const wakeUp = new WakeUp();
  wakeUp.call();
  wakeUp.call();
  await wakeUp.pause(600_000);
  const next = wakeUp.pause(600_000);
  expect(await Promise.race([next.then(() => 'ended'), tick().then(() => 'waits')])).toBe('waits');
  wakeUp.call();
  await next;
});
