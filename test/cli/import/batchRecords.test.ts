import { describe, expect, test } from '@jest/globals';
import { batchRecords } from '../../../src/cli/import/batchRecords.ts';
import type { ImportItem } from '../../../src/cli/import/importItem.ts';

const anime = (work: string, more: object = {}) => ({ type: 'anime', source: 'mal', sourceId: work, ...more });
const episodes = (work: string, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ type: 'episode', source: 'mal', sourceId: `${work}/${index}`, anime: { source: 'mal', sourceId: work } },
    ...{ number: index, ...more },
  }));

/** How many records of which works each batch holds. */
async function batches(records: readonly object[], limit: { records?: number; most?: number; bytes?: number } = {}) {
  async function* items(): AsyncGenerator<ImportItem> {
    for (const [index, record] of records.entries()) yield { place: { unit: 'line', number: index + 1 }, record };
  }
  const { records: wanted = 5, most = 20, bytes = 1_000_000 } = limit;
  const found: string[][] = [];
  const sent: object[] = [];
  for await (const batch of batchRecords(items(), { records: () => wanted, most, bytes }, () => {})) {
    expect(batch.places).toHaveLength(batch.records.length);
    sent.push(...batch.records);
    found.push(batch.records.map((it) => (it as { sourceId: string }).sourceId.split('/')[0] ?? ''));
  }
  expect(sent).toEqual(records);
  return found.map((works) => [...new Set(works)].map((work) => `${works.filter((it) => it === work).length} ${work}`));
}

describe('the batches of a file', () => {
  test('hold the episodes of one anime together beyond the size that is wanted', async () => {
    expect(await batches([...episodes('a', 3), ...episodes('b', 12), ...episodes('c', 2)])).toEqual([
      ['3 a', '12 b'],
      ['2 c'],
    ]);
  });

  test('cut before a series that would not fit behind what is there', async () => {
    expect(await batches([...episodes('a', 4), ...episodes('b', 18), ...episodes('c', 1)])).toEqual([
      ['4 a'],
      ['18 b'],
      ['1 c'],
    ]);
  });

  test('cut a series that no batch holds', async () => {
    expect(await batches([anime('a'), ...episodes('a', 45)])).toEqual([['1 a'], ['20 a'], ['20 a'], ['5 a']]);
  });

  test('hold together what leaves out its anime and names a number', async () => {
    const parts = episodes('a', 12).map(({ anime: _, ...part }) => part);
    expect(await batches(parts)).toEqual([['12 a']]);
    expect(await batches(parts.map(({ number: _, ...part }) => part))).toEqual([['5 a'], ['5 a'], ['2 a']]);
  });

  test('cut between anime, and between the sources of one', async () => {
    const others = episodes('b', 5).map((it) => ({
      ...it,
      source: 'anilist',
      anime: { source: 'anilist', sourceId: 'b' },
    }));
    expect(await batches(Array.from({ length: 7 }, (_, index) => anime(`${index}`)))).toHaveLength(2);
    expect(await batches([...episodes('b', 5), ...others])).toEqual([['5 b'], ['5 b']]);
  });

  test('hold no more bytes than they may', async () => {
    const [first] = episodes('a', 1);
    const bytes = Buffer.byteLength(JSON.stringify(first)) * 4;
    expect(await batches([anime('b'), ...episodes('a', 9)], { bytes })).toEqual([['1 b'], ['4 a'], ['4 a'], ['1 a']]);
  });
});
