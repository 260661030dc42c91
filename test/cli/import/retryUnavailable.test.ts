import { expect, test } from '@jest/globals';
import { CommandFailure } from '../../../src/cli/failures.ts';
import { retryUnavailable } from '../../../src/cli/import/retryUnavailable.ts';

const away = new CommandFailure('service_unavailable', 'The database is not available now.');
const readOnly = new CommandFailure('service_unavailable', 'The database is read-only.');

test('each cause for which a batch is sent again is told once', async () => {
  const told: string[] = [];
  const stop = new AbortController();
  const failures = [away, away, readOnly];
  const send = retryUnavailable(async () => Promise.reject(failures.shift()), {
    patienceMs: 60_000,
    stop: stop.signal,
    onUnavailable: ({ message }) => {
      if (told.push(message) === 2) stop.abort();
    },
  });
  await expect(send([])).rejects.toBe(readOnly);
  expect([told, failures]).toEqual([[away.message, readOnly.message], []]);
});
