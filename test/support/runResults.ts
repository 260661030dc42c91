/** What the closing report reads of Jest's `AggregatedResult`. */
export interface RunResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not be run at all. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly FileResults[];
}

export interface FileResults {
  readonly testFilePath: string;
  readonly testResults: readonly {
    readonly ancestorTitles: readonly string[];
    readonly fullName: string;
    readonly status: string;
    /** More than 1 for a test that was tried again. */
    readonly invocations?: number;
  }[];
}
