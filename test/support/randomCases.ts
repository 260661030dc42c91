import fc from 'fast-check';

/** Repeats the random cases of a run that printed it. */
export const runSeed = Number(process.env.SEED || Date.now() % 1_000_000_000);

/** How many random cases a property tries, unless it takes more time than most. */
const numRuns = 50;

fc.configureGlobal({ numRuns, ...(process.env.SEED ? { seed: runSeed } : {}) });

export { fc };
