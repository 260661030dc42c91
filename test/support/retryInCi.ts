import { jest } from '@jest/globals';

// Machines that run continuous integration stall at times: what waits for real processes is given a second chance there, and the
// first failure is printed. A developer's run has none.
if (process.env.CI === 'true') jest.retryTimes(2, { logErrorsBeforeRetry: true });
