import { expect, test } from '@jest/globals';
import { retryReport } from './retryReport.ts';

const nothing = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};
const ran = (fullName: string, status: string, invocations?: number) => ({
  ...{ ancestorTitles: [], fullName, status },
  ...(invocations === undefined ? {} : { invocations }),
});

test('a run without retries has no report', () => {
  const testResults = [
    { testFilePath: '/root/a.test.ts', testResults: [ran('one', 'passed', 1), ran('two', 'pending')] },
  ];
  expect(retryReport({ ...nothing, testResults }, '/root')).toBe('');
});

test('retries are counted, and their tests named', () => {
  const testResults = [
    { testFilePath: '/root/b.test.ts', testResults: [ran('three', 'failed', 3)] },
    { testFilePath: '/root/a.test.ts', testResults: [ran('one', 'passed', 1), ran('two', 'passed', 2)] },
  ];
  expect(retryReport({ ...nothing, testResults }, '/root').split('\n')).toEqual([
    '3 retries:',
    '  a.test.ts: two (passed at attempt 2)',
    '  b.test.ts: three (failed at attempt 3)',
  ]);
});
