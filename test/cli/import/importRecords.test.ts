import { describe, expect, test } from '@jest/globals';
import { CommandFailure } from '../../../src/cli/failures.ts';
import type { ImportBatchResult } from '../../../src/cli/import/importBatch.ts';
import type { ImportItem } from '../../../src/cli/import/importItem.ts';
import { importRecords } from '../../../src/cli/import/importRecords.ts';
import { NO_COUNTS } from '../../../src/cli/import/importReport.ts';

const never = new AbortController().signal;

async function* numbered(count: number, end?: () => never): AsyncGenerator<ImportItem> {
  for (let number = 1; number <= count; number += 1) yield { place: { unit: 'line', number }, record: { number } };
  end?.();
}

function created(records: readonly object[], changes: Partial<ImportBatchResult> = {}): ImportBatchResult {
  return {
    ...NO_COUNTS,
    created: records.length,
    position: '7',
    notices: [],
    ...changes,
  };
}

describe('importing', () => {
  test('sends every record once, in order, in batches that the server takes', async () => {
    const sent: (readonly object[])[] = [];
    const report = await importRecords(
      numbered(2500),
      async (records) => {
        sent.push(records);
        return created(records);
      },
      { stop: never, onProgress: () => {} },
    );
    expect(sent.flat()).toEqual(Array.from({ length: 2500 }, (_, index) => ({ number: index + 1 })));
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(1000);
    expect(report).toMatchObject({ records: 2500, created: 2500, position: '7', stopped: false, failure: null });
  });

  test('keeps a batch under 8 MB', async () => {
    async function* large(): AsyncGenerator<ImportItem> {
      for (let number = 1; number <= 60; number += 1) {
        yield { place: { unit: 'line', number }, record: { synopsis: 'x'.repeat(500_000) } };
      }
      yield { place: { unit: 'line', number: 61 }, record: { synopsis: 'x'.repeat(5_000_000) } };
    }
    const bytes: number[] = [];
    const report = await importRecords(
      large(),
      async (records) => {
        bytes.push(Buffer.byteLength(JSON.stringify(records)));
        return created(records);
      },
      { stop: never, onProgress: () => {} },
    );
    expect(Math.max(...bytes)).toBeLessThan(8_000_000);
    expect(report.created).toBe(60);
    expect(report.rejects).toMatchObject([{ place: { number: 61 } }]);
  });

  test('names what was not published by its line, whoever found it', async () => {
    async function* items(): AsyncGenerator<ImportItem> {
      yield { place: { unit: 'line', number: 1 }, record: {} };
      yield { place: { unit: 'line', number: 2 }, reason: 'the line is not UTF-8', pointer: null };
      yield { place: { unit: 'line', number: 4 }, record: {} };
      yield { place: { unit: 'line', number: 5 }, record: {} };
    }
    const notice = { pointer: '/year', proposalId: null, reason: 'why' };
    const report = await importRecords(
      items(),
      async (records) =>
        created(records, {
          created: 1,
          proposed: 1,
          rejected: 1,
          notices: [
            { ...notice, index: 0, outcome: 'rejected' },
            { ...notice, index: 2, outcome: 'proposed', proposalId: 'p' },
          ],
        }),
      { stop: never, onProgress: () => {} },
    );
    expect(report).toMatchObject({ records: 4, created: 1, proposed: 1, rejected: 2 });
    expect(report.rejects.map(({ place }) => place.number)).toEqual([1, 2]);
    expect(report.proposals).toEqual([{ place: { unit: 'line', number: 5 }, reason: 'why', proposalId: 'p' }]);
  });

  test('keeps a thousand rejected records, however many there are, and tells each', async () => {
    async function* broken(): AsyncGenerator<ImportItem> {
      for (let number = 1; number <= 5_000; number += 1) {
        yield { place: { unit: 'line', number }, reason: 'the line is not JSON', pointer: null };
      }
    }
    let told = 0;
    const report = await importRecords(broken(), async (records) => created(records), {
      stop: never,
      onProgress: () => {},
      onReject: () => {
        told += 1;
      },
    });
    expect([report.rejected, report.rejects.length, told]).toEqual([5_000, 1_000, 5_000]);
  });

  test('publishes what could be read before it tells that the file broke', async () => {
    const report = await importRecords(
      numbered(130, () => {
        throw new CommandFailure('broken_archive', 'truncated');
      }),
      async (records) => created(records),
      { stop: never, onProgress: () => {} },
    );
    expect(report).toMatchObject({ created: 130, failure: { code: 'broken_archive' } });
  });

  test('ends with the batch that the server refuses', async () => {
    let calls = 0;
    const report = await importRecords(
      numbered(1000),
      async (records) => {
        calls += 1;
        if (calls === 2) throw new CommandFailure('server_gone', 'gone');
        return created(records);
      },
      { stop: never, onProgress: () => {} },
    );
    expect(calls).toBe(2);
    expect(report).toMatchObject({ created: 100, failure: { code: 'server_gone' }, stopped: false });
  });

  test('stops after the batch in flight', async () => {
    const stop = new AbortController();
    const report = await importRecords(
      numbered(1000),
      async (records) => {
        stop.abort();
        return created(records);
      },
      { stop: stop.signal, onProgress: () => {} },
    );
    expect(report).toMatchObject({ created: 100, stopped: true, failure: null });
  });

  test('stops while it waits for input that does not come', async () => {
    const stop = new AbortController();
    async function* waiting(): AsyncGenerator<ImportItem> {
      yield* numbered(150);
      await new Promise(() => {});
    }
    const report = await importRecords(
      waiting(),
      async (records) => {
        setTimeout(() => stop.abort(), 20);
        return created(records);
      },
      { stop: stop.signal, onProgress: () => {} },
    );
    expect(report).toMatchObject({ created: 100, stopped: true });
  });

  test('stops before the first record, and closing its input then is no uncaught error', async () => {
    const items = numbered(0, () => {
      throw new Error('Premature close');
    });
    const report = await importRecords(items, async (records) => created(records), {
      stop: AbortSignal.abort(),
      onProgress: () => {},
    });
    expect(report).toMatchObject({ created: 0, stopped: true, failure: null });
    await new Promise(setImmediate);
  });
});
