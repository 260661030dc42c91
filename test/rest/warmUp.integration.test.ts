import { beforeAll, expect, test } from '@jest/globals';
import { insertRows, seriesId } from '../graph/seedRows.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openRestApi } from './support/openRestApi.ts';

const COUNT = 350;
const onward = new AbortController().signal;

describeWith(['postgres'], 'a warm-up', () => {
  const api = ofSuite(() => openRestApi({ cacheBytes: 10_000_000 }));

  beforeAll(async () => {
    const anime = Array.from({ length: COUNT }, (_, n) => ({ id: seriesId(1, n), title: `Title ${n}`, format: 'tv' }));
    await insertRows(api.catalog.database, 'anime', anime);
  }, 60_000);

  test('that is told to stop reads nothing', async () => {
    await api.warmUp(AbortSignal.abort());
    expect(api.representations.statistics()).toMatchObject({ entries: 0, misses: 0 });
  });

  test('leaves nothing of the catalogue to be made for the first caller', async () => {
    await api.warmUp(onward);
    const { entries, misses } = api.representations.statistics();
    expect(entries).toBe(COUNT);
    const { body } = await api.get('/v1/anime?limit=100');
    expect(JSON.parse(body.toString()).items).toHaveLength(100);
    expect(api.representations.statistics().misses).toBe(misses);
  });

  test('reads no more than there is memory for', async () => {
    const room = 100_000;
    const scarce = await openRestApi({ cacheBytes: room, catalog: api.catalog });
    try {
      await scarce.warmUp(onward);
      const { entries, misses } = scarce.representations.statistics();
      expect(entries).toBeGreaterThanOrEqual(100);
      expect(entries).toBeLessThan(COUNT);
      // Each was looked for once, and found in the pages that are read again.
      expect(misses).toBeLessThan(COUNT);
      const { body } = await scarce.get('/v1/anime?sort=updated.desc&limit=25');
      expect(JSON.parse(body.toString()).items).toHaveLength(25);
      expect(scarce.representations.statistics().misses).toBe(misses);
    } finally {
      await scarce.close();
    }
  });

  test('without memory reads nothing', async () => {
    const without = await openRestApi({ cacheBytes: 0, catalog: api.catalog });
    try {
      await without.warmUp(onward);
      expect(without.representations.statistics()).toMatchObject({ entries: 0, misses: 0 });
    } finally {
      await without.close();
    }
  });

  test('fails as a read fails', async () => {
    const { client } = api.catalog.database;
    await client.$executeRawUnsafe('ALTER TABLE anime RENAME TO elsewhere');
    try {
      await expect(api.warmUp(onward)).rejects.toThrow();
    } finally {
      await client.$executeRawUnsafe('ALTER TABLE elsewhere RENAME TO anime');
    }
  });
});
