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
const episode = (parent: string, number: number) => ({
  type: 'episode',
  source: 'sample',
  sourceId: `${parent}/${number}`,
  anime: { source: 'sample', sourceId: parent },
  number,
  status: 'scheduled',
});

/** A server that forgets everything after each batch: a key is created at its first sight, an episode needs its parent. */
function forgetfulServer() {
  const sent: (readonly object[])[] = [];
  const send = async (records: readonly object[]): Promise<ImportBatchResult> => {
    sent.push(records);
    const known = new Set<string>();
    const counts = { created: 0, unchanged: 0, rejected: 0 };
    const notices: ImportBatchResult['notices'] = [];
    for (const [index, value] of records.entries()) {
      const record = value as ReturnType<typeof anime> & Partial<ReturnType<typeof episode>>;
      if (record.anime !== undefined && !known.has(record.anime.sourceId)) {
        counts.rejected += 1;
        notices.push({ index, outcome: 'rejected', reason: 'no parent', pointer: '/anime', proposalId: null });
        continue;
      }
      const marks = [record.sourceId, ...Object.entries(record.externalIds ?? {}).map(String)];
      if (marks.some((mark) => known.has(mark))) counts.unchanged += 1;
      else counts.created += 1;
      for (const mark of marks) known.add(mark);
    }
    return { updated: 0, proposed: 0, ignoredMembers: 0, position: '0', ...counts, notices };
  };
  return { send, sent };
}

describe('a dry run', () => {
  test('judges a batch as if the earlier ones had been written', async () => {
    const { send } = forgetfulServer();
    const run = dryRun(send);
    expect(await run([anime('a', { mal: '1' }), anime('b')])).toMatchObject({ created: 2 });
    expect(await run([anime('a'), anime('c', { mal: '1' }), anime('d')])).toMatchObject({ created: 1, unchanged: 2 });
    expect(await run([episode('d', 1), episode('nobody', 1), episode('b', 1)])).toMatchObject({
      created: 2,
      rejected: 1,
      notices: [{ index: 1 }],
    });
    expect(await run([episode('d', 1), episode('d', 2)])).toMatchObject({ created: 1, unchanged: 1 });
  });

  test('sends only what bears on the batch', async () => {
    const { send, sent } = forgetfulServer();
    const run = dryRun(send);
    await run([anime('a'), anime('b', { mal: '1', tmdb: 'tv/1' }), anime('c', { tmdb: 'tv/1' })]);
    await run([anime('d', { tmdb: 'tv/1' })]);
    expect(sent).toHaveLength(2);
    await run([anime('e', { mal: '1' })]);
    expect(sent.slice(2)).toEqual([
      [anime('b', { mal: '1', tmdb: 'tv/1' }), anime('e', { mal: '1' })],
      [anime('b', { mal: '1', tmdb: 'tv/1' })],
    ]);
  });
});
