import { expect, test } from '@jest/globals';
import { CommandFailure } from '../../../src/cli/failures.ts';
import { divideFailing } from '../../../src/cli/import/divideFailing.ts';
import { NO_COUNTS } from '../../../src/cli/import/importReport.ts';

const taken = (records: readonly object[]) => ({
  ...NO_COUNTS,
  created: records.length,
  position: String(records.length),
  notices: [],
});

test('the record that the server fails on is reported by its place, the others are taken', async () => {
  const send = divideFailing(async (records) => {
    if (records.some((record) => 'broken' in record)) throw new CommandFailure('internal_error', 'Internal error.');
    return taken(records);
  });
  const records = Array.from({ length: 9 }, (_, index) => (index === 6 ? { broken: true } : { index }));
  const result = await send(records);
  expect(result).toMatchObject({ created: 8, rejected: 1 });
  expect(result.notices).toMatchObject([
    { index: 6, outcome: 'rejected', reason: expect.stringContaining('Internal error.') },
  ]);
});

test('where the next record fails alone too the server is at fault, and its error ends the import', async () => {
  let sent = 0;
  const send = divideFailing(async () => {
    sent += 1;
    throw new CommandFailure('internal_error', 'Internal error.');
  });
  await expect(send(Array.from({ length: 500 }, () => ({})))).rejects.toMatchObject({ code: 'internal_error' });
  expect(sent).toBeLessThan(15);
});

test('another failure is the whole import’s', async () => {
  const send = divideFailing(async () => {
    throw new CommandFailure('server_gone', 'gone');
  });
  await expect(send([{}, {}])).rejects.toMatchObject({ code: 'server_gone' });
});
