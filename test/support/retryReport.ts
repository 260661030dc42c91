import { relative } from 'node:path';
import type { RunResults } from './runResults.ts';

/** Counts and names the tests that were tried more than once; empty when none was. Paths are relative to `root`. */
export function retryReport(results: RunResults, root: string): string {
  let retries = 0;
  const lines: string[] = [];
  for (const { testFilePath, testResults } of results.testResults) {
    for (const { fullName, status, invocations = 1 } of testResults) {
      if (invocations < 2) continue;
      retries += invocations - 1;
      lines.push(`  ${relative(root, testFilePath)}: ${fullName} (${status} at attempt ${invocations})`);
    }
  }
  return retries === 0 ? '' : [`${retries} ${retries === 1 ? 'retry' : 'retries'}:`, ...lines.sort()].join('\n');
}
