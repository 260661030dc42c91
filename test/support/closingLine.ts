import type { RunResults } from './runResults.ts';

/** `N passed, N failed` and, if there were any, `, N skipped`. A file that could not be run counts as one failure. */
export function closingLine(results: RunResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  return `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
