import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { childrenOf } from '../support/childrenOf.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { startWorkers } from '../support/startWorkers.ts';
import { until } from '../support/until.ts';

/** For a machine that is busy. */
const PATIENCE_MS = 60_000;

describeWith(['postgres'], 'the lead of two workers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  }, 60_000);
  afterAll(() => database?.drop(), 30_000);

  test.each([
    ['hangs', 'SIGSTOP'],
    ['is being stopped', 'SIGTERM'],
  ] as const)(
    'goes to the replacement of its leader while the other worker %s',
    async (_how, signal) => {
      const service = await startWorkers({ DATABASE_URL: database.url, STOP_GRACE_MS: '60000', LOG_LEVEL: 'info' });
      const [leader = 0, other = 0] = childrenOf(service.pid);
      const readyz = () =>
        fetch(`${service.internalUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
          (answer) => answer.text(),
          () => '',
        );
      try {
        process.kill(other, signal);
        await until(async () => (await readyz()).includes('1 of 2 are ready'), PATIENCE_MS);
        process.kill(leader, 'SIGKILL');
        await until(async () => (await readyz()) === '', PATIENCE_MS);
        await until(async () => (await readyz()).includes('1 of 2 are ready'), PATIENCE_MS);
        // The second: itself, or its replacement after it was killed.
        expect(service.output()).not.toMatch(/"worker":2,.*leads the workers/);
      } finally {
        if (childrenOf(service.pid).includes(other)) process.kill(other, 'SIGKILL');
        await service.kill();
      }
    },
    300_000,
  );
});
