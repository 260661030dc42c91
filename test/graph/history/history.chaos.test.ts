// Proves that random histories of imports, reviews and merges leave the catalogue that a model foresees.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { fc, runSeed } from '../../support/randomCases.ts';
import { histories } from './operations.ts';
import { Shelf, Workshop } from './shelf.ts';

/** HISTORY_ROUNDS and SEED repeat a run; a failure prints the shortest history that it could find in time. */
const rounds = Number(process.env.HISTORY_ROUNDS ?? 50);
/** Some four times what the rounds take. */
const timeLimit = 60_000 + rounds * 2_000;

describeWith(['postgres'], 'the catalogue', () => {
  let workshop: Workshop;
  // Never counted anew: when the test is tried again, its works must not meet those of the first try.
  let round = 0;

  beforeAll(async () => {
    workshop = await Workshop.open();
  });
  afterAll(() => workshop.close());

  test(
    `is what its records and decisions make it after ${rounds} histories (seed ${runSeed})`,
    async () => {
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
        { numRuns: rounds, seed: runSeed, interruptAfterTimeLimit: timeLimit, markInterruptAsFailure: true },
      );
      const { first, last, count } = await workshop.positions();
      expect(last - first + 1n).toBe(count);
    },
    timeLimit + 60_000,
  );
});
