import { expect, test } from '@jest/globals';
import { closingLine } from './closingLine.ts';

const nothing = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};

test('the closing line counts tests', () => {
  expect(closingLine({ ...nothing, numPassedTests: 812 })).toBe('812 passed, 0 failed');
});

test('the closing line counts a file that could not run as a failure', () => {
  expect(closingLine({ ...nothing, numFailedTests: 2, numRuntimeErrorTestSuites: 1 })).toBe('0 passed, 3 failed');
});

test('the closing line tells what was skipped', () => {
  const results = { ...nothing, numPassedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(closingLine(results)).toBe('1 passed, 0 failed, 3 skipped');
});
