/** Repeats the random cases of a run that printed it. */
export const runSeed = Number(process.env.SEED || Date.now() % 1_000_000_000);

/** How many random cases a property tries: as many as `wanted` in continuous integration, at most 50 elsewhere. */
export function randomRuns(wanted: number): number {
  return process.env.CI === 'true' ? wanted : Math.min(wanted, 50);
}
