import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Quotas } from '../../../src/graph/caller/quotas.ts';
import { type QuotaLimits, quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { until } from '../../support/until.ts';

export const limits: QuotaLimits = {
  ...quotaLimits({ anonymous: 60, credentialed: 100, address: 1000 }),
  // For what is seen of a window's end; the others outlast a test on the busiest machine.
  failures: { points: 60, windowSeconds: 2 },
};

let subjects = 0;
const somebody = () => `somebody ${subjects++}`;

/** What every adapter of quotas does. @param open two replicas that share what they can; the same one twice for a memory */
export function describeQuotas(open: () => readonly [Quotas, Quotas]): void {
  test('of 200 calls at once over two replicas exactly the quota passes', async () => {
    const [one, other] = open();
    const subject = somebody();
    const states = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : other).charge('anonymous', subject)),
    );
    expect(states.filter(({ exceeded }) => !exceeded)).toHaveLength(60);
    expect(new Set(states.filter(({ exceeded }) => !exceeded).map(({ remaining }) => remaining)).size).toBe(60);
    expect(states.filter(({ exceeded }) => exceeded).every(({ remaining }) => remaining === 0)).toBe(true);
  });

  test('counters and subjects do not touch one another', async () => {
    const [one] = open();
    const [ann, bob] = [somebody(), somebody()];
    expect(await one.charge('anonymous', ann)).toMatchObject({ limit: 60, remaining: 59, exceeded: false });
    expect(await one.charge('credentialed', ann)).toMatchObject({ limit: 100, remaining: 99 });
    expect(await one.charge('failures', ann)).toMatchObject({ remaining: 59 });
    expect(await one.charge('anonymous', bob)).toMatchObject({ remaining: 59 });
  });

  test('a point that is given back is there for the next call, however many were refused meanwhile', async () => {
    const [one, other] = open();
    const subject = somebody();
    for (let call = 0; call < 60; call += 1) await one.charge('anonymous', subject);
    for (let call = 0; call < 5; call += 1) {
      expect(await other.charge('anonymous', subject)).toMatchObject({ exceeded: true, remaining: 0 });
    }
    expect(await one.giveBack('anonymous', subject)).toMatchObject({ exceeded: false, remaining: 1 });
    expect(await other.charge('anonymous', subject)).toMatchObject({ exceeded: false, remaining: 0 });
    expect(await other.charge('anonymous', subject)).toMatchObject({ exceeded: true });
  });

  test('what is given back twice is one point: no caller has more than the quota', async () => {
    const [one, other] = open();
    const subject = somebody();
    await one.charge('anonymous', subject);
    for (const quotas of [one, other]) {
      expect(await quotas.giveBack('anonymous', subject)).toMatchObject({ remaining: 60 });
    }
    expect(await other.charge('anonymous', subject)).toMatchObject({ remaining: 59 });
  });

  test('reading a state takes no point', async () => {
    const [one, other] = open();
    const subject = somebody();
    expect(await one.read('anonymous', subject)).toMatchObject({ limit: 60, remaining: 60, exceeded: false });
    expect(await one.charge('anonymous', subject)).toMatchObject({ remaining: 59 });
    for (let time = 0; time < 3; time += 1) {
      const read = await other.read('anonymous', subject);
      expect(read).toMatchObject({ limit: 60, windowSeconds: 60, remaining: 59, exceeded: false });
      expect(read.resetMs).toBeLessThanOrEqual(60_000);
    }
    for (let call = 0; call < 61; call += 1) await one.charge('anonymous', subject);
    expect(await other.read('anonymous', subject)).toMatchObject({ remaining: 0, exceeded: false });
  });

  test('a window begins with the first call and is told; after it all points are back, and no more than all', async () => {
    const [one] = open();
    const subject = somebody();
    const { resetMs } = await one.charge('failures', subject);
    expect(resetMs).toBeLessThanOrEqual(2000);
    let left = resetMs;
    await until(async () => {
      left = (await one.read('failures', subject)).resetMs;
      return left < resetMs;
    });
    await sleep(left + 5);
    expect(await one.giveBack('failures', subject)).toMatchObject({ remaining: 60 });
    expect(await one.charge('failures', subject)).toMatchObject({ remaining: 59 });
  });
}
