import { expect, test } from '@jest/globals';
import { CommandFailure } from '../../../src/cli/failures.ts';
import { NO_COUNTS } from '../../../src/cli/import/importReport.ts';
import { retryUnavailable } from '../../../src/cli/import/retryUnavailable.ts';

const away = new CommandFailure('service_unavailable', 'The database is not available now.');
const readOnly = new CommandFailure('service_unavailable', 'The database is read-only.');

test('a service that restarts is waited for, one that never answered is not', async () => {
  const refused = new CommandFailure('server_unreachable', 'no service answers');
  const options = { patienceMs: 60_000, stop: new AbortController().signal, onUnavailable: () => {} };
  await expect(retryUnavailable(async () => Promise.reject(refused), options)([])).rejects.toBe(refused);
  const answers = [() => Promise.reject(new CommandFailure('server_gone', 'gone')), () => Promise.reject(refused)];
  const taken = { ...NO_COUNTS, position: '1', notices: [] };
  const send = retryUnavailable(async () => (answers.shift() ?? (async () => taken))(), options);
  expect(await send([])).toBe(taken);
});

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
