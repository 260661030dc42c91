import './randomCases.ts';

/** How many random cases a property tries: as many as `wanted`, but 50 at most. */
export function randomRuns(wanted: number): number {
  return Math.min(wanted, 50);
}
