import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Requirement, requirements } from './requirements.ts';

/** What is read of Jest's `AggregatedResult`. */
interface RunResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not be run at all. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly fullName: string;
      readonly status: string;
      /** More than 1 for a test that was tried again. */
      readonly invocations?: number;
      /** Why each attempt before the last one failed. */
      readonly retryReasons?: readonly string[];
    }[];
  }[];
}

/**
 * Jest reporter: ends the output with what was left out and why, what was tried again, and the line `N passed, N failed`. Retries and
 * that line go to the file TEST_CLOSING_LINE_FILE too.
 */
export class ClosingReporter {
  readonly #root: string;
  readonly #mayBeNone: boolean;
  #error: Error | undefined;

  constructor(globalConfig: { readonly rootDir: string; readonly passWithNoTests: boolean }) {
    this.#root = globalConfig.rootDir;
    this.#mayBeNone = globalConfig.passWithNoTests;
  }

  onRunComplete(_contexts: unknown, results: RunResults): void {
    const closing = [...retries(results, this.#root), closingLine(results)].join('\n');
    const file = process.env.TEST_CLOSING_LINE_FILE;
    if (file) writeFileSync(file, `${closing}\n`);
    const ran = results.numPassedTests + results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (ran === 0 && !this.#mayBeNone) this.#error = new Error('No test ran.');
    const report = [...leftOut(results, this.#root), ...(this.#error ? [this.#error.message] : []), closing];
    // Jest's own summary comes after every other reporter.
    process.once('exit', () => process.stderr.write(`\n${report.join('\n')}\n`));
  }

  /** Jest ends with status 1 when this is an error. */
  getLastError(): Error | undefined {
    return this.#error;
  }
}

/** `N passed, N failed` and, if there were any, `, N skipped`. A file that could not be run counts as one failure. */
function closingLine(results: RunResults): string {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  return `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Counts and names the tests that were tried more than once, each with the first lines of its first failure. */
function retries({ testResults: files }: RunResults, root: string): string[] {
  const again = files.flatMap(({ testFilePath, testResults }) =>
    testResults
      .filter(({ invocations = 1 }) => invocations > 1)
      .map(({ fullName, status, invocations = 1, retryReasons: [first = ''] = [] }) => ({
        lines: [
          `  ${relative(root, testFilePath)}: ${fullName} (${status} at attempt ${invocations})`,
          ...firstLines(first).map((line) => `      ${line}`),
        ].join('\n'),
        count: invocations - 1,
      })),
  );
  const count = again.reduce((sum, each) => sum + each.count, 0);
  return count === 0
    ? []
    : [`${count} ${count === 1 ? 'retry' : 'retries'}:`, ...again.map(({ lines }) => lines).sort()];
}

/** What a failure says and where, without colours, blank lines and the stack below. */
function firstLines(failure: string): string[] {
  const lines = stripVTControlCharacters(failure)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const place = lines.find((line) => /^\s+at .*\.test\.ts:/.test(line));
  const told = lines.filter((line) => !/^\s+at /.test(line)).slice(0, 14);
  return place === undefined ? told : [...told, place.trim()];
}

/** Tells which files were left out, wholly or in part (describeWith.ts), and what to install. */
function leftOut({ testResults: files }: RunResults, root: string): string[] {
  const everything = new Set<Requirement>();
  const lines = files.flatMap(({ testFilePath, testResults }) => {
    const reasons = testResults
      .map(({ ancestorTitles }) => ancestorTitles.flatMap(missingIn))
      .filter(({ length }) => length > 0);
    if (reasons.length === 0) return [];
    const missing = [...new Set(reasons.flat())];
    for (const requirement of missing) everything.add(requirement);
    const labels = missing.map((requirement) => requirements[requirement].label).join(', ');
    const tests = `${reasons.length} ${reasons.length === 1 ? 'test' : 'tests'}`;
    return [`  ${relative(root, testFilePath)} (${tests}): no ${labels}`];
  });
  if (lines.length === 0) return [];
  const remedies = [...everything].map((it) => `  ${requirements[it].label}: ${requirements[it].remedy}`);
  return ['Left out, because this machine lacks what they need:', ...lines.sort(), 'To run them too:', ...remedies, ''];
}

function missingIn(title: string): Requirement[] {
  return (/ \[left out without ([a-zA-Z, ]+)\]$/.exec(title)?.[1]?.split(', ') ?? []) as Requirement[];
}
