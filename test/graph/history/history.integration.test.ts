import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeWith } from '../../support/describeWith.ts';
import { histories } from './operations.ts';
import { Shelf, Workshop } from './shelf.ts';

/**
 * HISTORY_ROUNDS and HISTORY_SEED repeat a run; a failure prints the shortest history that it could find. Continuous integration runs the
 * same histories every time, so that it tells of the change alone; a developer's run has others each time.
 */
const [standardRounds, standardSeed] = process.env.CI === 'true' ? [500, 315711145] : [100, Date.now() % 1_000_000_000];
const rounds = Number(process.env.HISTORY_ROUNDS ?? standardRounds);
const seed = Number(process.env.HISTORY_SEED ?? standardSeed);

describeWith(['postgres'], 'the catalogue', () => {
  let workshop: Workshop;
  // Never counted anew: when the test is tried again, its works must not meet those of the first try.
  let round = 0;

  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(() => workshop.close());

  test(`is what its records and decisions make it after ${rounds} histories (seed ${seed})`, async () => {
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
