import { writeFileSync } from 'node:fs';
import { closingLine } from './closingLine.ts';
import { leftOutReport } from './leftOutReport.ts';
import { retryReport } from './retryReport.ts';
import type { RunResults } from './runResults.ts';

/**
 * Jest reporter: ends the output with what was left out and why, what was tried again, and the line `N passed, N failed`. Retries and
 * that line go to the file TEST_CLOSING_LINE_FILE too.
 */
export class ClosingReporter {
  readonly #root: string;
  #error: Error | undefined;

  constructor(globalConfig: { readonly rootDir: string }) {
    this.#root = globalConfig.rootDir;
  }

  onRunComplete(_contexts: unknown, results: RunResults): void {
    const closing = [retryReport(results, this.#root), closingLine(results)].filter((part) => part !== '').join('\n');
    const file = process.env.TEST_CLOSING_LINE_FILE;
    if (file) writeFileSync(file, `${closing}\n`);
    const ran = results.numPassedTests + results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (ran === 0) this.#error = new Error('No test ran.');
    const report = [leftOutReport(results, this.#root), this.#error?.message ?? '', closing].filter(
      (part) => part !== '',
    );
    // Jest's own summary comes after every other reporter.
    process.once('exit', () => process.stderr.write(`\n${report.join('\n')}\n`));
  }

  /** Jest ends with status 1 when this is an error. */
  getLastError(): Error | undefined {
    return this.#error;
  }
}
