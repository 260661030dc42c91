import { describe, expect, test } from '@jest/globals';
import { dryRun } from '../../../src/cli/import/dryRun.ts';
import type { ImportBatchResult } from '../../../src/cli/import/importBatch.ts';

const anime = (sourceId: string, externalIds: Record<string, string> = {}) => ({
  type: 'anime',
  source: 'sample',
  sourceId,
  titles: [{ title: sourceId }],
  externalIds,
});
const episode = (parent: string, number: number, source = 'sample') => ({
  type: 'episode',
  source: 'sample',
  sourceId: `${parent}/${number}`,
  anime: { source, sourceId: parent },
  number,
  status: 'scheduled',
});

/** Keeps what was sent as earlier, batch by batch. */
function listener() {
  const earlierOf: (readonly object[])[] = [];
  const run = dryRun(async (_records, earlier): Promise<ImportBatchResult> => {
    earlierOf.push(earlier);
    const counts = { created: 0, updated: 0, unchanged: 0, held: 0, proposed: 0, rejected: 0 };
    return { ...counts, ignoredMembers: 0, position: '0', notices: [] };
  });
  return { run, earlierOf };
}

describe('a batch of a dry run is sent with the earlier records', () => {
  test.each<[string, object[][], object, object[]]>([
    ['of the same key', [[anime('a'), anime('b')]], anime('a', { mal: '1' }), [anime('a')]],
    [
      'that share an id',
      [[anime('a', { mal: '1' }), anime('b')]],
      anime('c', { mal: '1' }),
      [anime('a', { mal: '1' })],
    ],
    ['of its parent', [[anime('a')], [anime('b')]], episode('b', 1), [anime('b')]],
    [
      'of its number',
      [[anime('a')], [episode('a', 1), episode('a', 2)]],
      episode('a', 2),
      [anime('a'), episode('a', 2)],
    ],
    [
      'of its number under another key of the anime',
      [[anime('a', { mal: '1' })], [anime('b', { mal: '1' })], [episode('a', 1)]],
      episode('b', 1),
      [anime('a', { mal: '1' }), anime('b', { mal: '1' }), episode('a', 1)],
    ],
    [
      'of its number where the batch itself makes two anime one',
      [[anime('a', { mal: '1' }), anime('b', { kitsu: '2' }), episode('a', 1)], [episode('b', 1)]],
      anime('a', { mal: '1', kitsu: '2' }),
      [anime('a', { mal: '1' }), anime('b', { kitsu: '2' })],
    ],
    ['of a parent named by its id', [[anime('a', { mal: '1' })]], episode('1', 1, 'mal'), [anime('a', { mal: '1' })]],
    ['and none that say nothing of it', [[anime('a', { tmdb: 'tv/1' })]], anime('b', { tmdb: 'tv/1' }), []],
    ['and none that are broken', [[{ ...anime('a'), year: 'none' }]], anime('a'), []],
  ])('%s', async (_name, batches, record, expected) => {
    const { run, earlierOf } = listener();
    for (const batch of batches) await run(batch);
    await run([record]);
    expect(earlierOf.at(-1)).toEqual(expected);
  });

  test('unless it failed: then its records were judged by nobody', async () => {
    const { run, earlierOf } = listener();
    const failing = dryRun(async (records, earlier) => {
      if (records.length > 1) throw new Error('too large');
      earlierOf.push(earlier);
      return await run(records);
    });
    await expect(failing([anime('a'), anime('b')])).rejects.toThrow('too large');
    await failing([anime('a')]);
    expect(earlierOf[0]).toEqual([]);
  });
});
