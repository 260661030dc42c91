import { jest } from '@jest/globals';

// Machines that run continuous integration stall at times: what waits for real processes, files or the clock is given a second chance there. The first
// failure is printed, and the run's end counts and names every test that needed it (closingReporter.ts). A developer's run has none.
if (process.env.CI === 'true') jest.retryTimes(2, { logErrorsBeforeRetry: true });
