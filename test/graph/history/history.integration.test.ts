import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeWith } from '../../support/describeWith.ts';
import { histories } from './operations.ts';
import { Shelf, Workshop } from './shelf.ts';

/** HISTORY_ROUNDS and HISTORY_SEED repeat a run; a failure prints the shortest history that it could find. */
const rounds = Number(process.env.HISTORY_ROUNDS ?? (process.env.CI === 'true' ? 500 : 100));
const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 1_000_000_000);

describeWith(['postgres'], 'the catalogue', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(() => workshop.close());

  test(`is what its records and decisions make it after ${rounds} histories (seed ${seed})`, async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        round += 1;
        const shelf = new Shelf(workshop, `r${round}.`);
        await shelf.begin();
        for (const operation of history) {
          await shelf.run(operation);
          await shelf.check();
        }
      }),
      { numRuns: rounds, seed, interruptAfterTimeLimit: 900_000, markInterruptAsFailure: true },
    );
    const { first, last, count } = await workshop.positions();
    expect(last - first + 1n).toBe(count);
  }, 1_000_000);
});
