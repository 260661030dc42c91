import { relative } from 'node:path';
import { leftOutWithout } from './leftOut.ts';
import { type Requirement, requirements } from './requirements.ts';
import type { FileResults, RunResults } from './runResults.ts';

/** Tells which files were left out, wholly or in part, and what to install; empty when none was. Paths are relative to `root`. */
export function leftOutReport(results: RunResults, root: string): string {
  const everything = new Set<Requirement>();
  const lines: string[] = [];
  for (const file of results.testResults) {
    const { missing, tests } = leftOutOf(file);
    if (tests === 0) continue;
    for (const requirement of missing) everything.add(requirement);
    const labels = [...missing].map((requirement) => requirements[requirement].label).join(', ');
    lines.push(`  ${relative(root, file.testFilePath)} (${tests} ${tests === 1 ? 'test' : 'tests'}): no ${labels}`);
  }
  if (lines.length === 0) return '';
  const remedies = [...everything].map(
    (requirement) => `  ${requirements[requirement].label}: ${requirements[requirement].remedy}`,
  );
  return [
    'Left out, because this machine lacks what they need:',
    ...lines.sort(),
    'To run them too:',
    ...remedies,
    '',
  ].join('\n');
}

function leftOutOf(file: FileResults): { missing: Set<Requirement>; tests: number } {
  const missing = new Set<Requirement>();
  let tests = 0;
  for (const test of file.testResults) {
    const reasons = test.ancestorTitles.flatMap(leftOutWithout);
    if (reasons.length > 0) tests += 1;
    for (const requirement of reasons) missing.add(requirement);
  }
  return { missing, tests };
}
