import { writeFileSync } from 'node:fs';
import { closingLine } from './closingLine.ts';
import { leftOutReport } from './leftOutReport.ts';
import type { RunResults } from './runResults.ts';

/**
 * Jest reporter: ends the output with what was left out and why, and with the line `N passed, N failed`, which it also writes to the
 * file TEST_CLOSING_LINE_FILE.
 */
export class ClosingReporter {
  readonly #root: string;
  #error: Error | undefined;

  constructor(globalConfig: { readonly rootDir: string }) {
    this.#root = globalConfig.rootDir;
  }

  onRunComplete(_contexts: unknown, results: RunResults): void {
    const line = closingLine(results);
    const file = process.env.TEST_CLOSING_LINE_FILE;
    if (file) writeFileSync(file, `${line}\n`);
    const ran = results.numPassedTests + results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (ran === 0) this.#error = new Error('No test ran.');
    const report = [leftOutReport(results, this.#root), this.#error?.message ?? '', line].filter((part) => part !== '');
    // Jest's own summary comes after every other reporter.
    process.once('exit', () => process.stderr.write(`\n${report.join('\n')}\n`));
  }

  /** Jest ends with status 1 when this is an error. */
  getLastError(): Error | undefined {
    return this.#error;
  }
}
