import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { findDump } from '../../../src/graph/dump/dumpRows.ts';
import { makeDump } from '../../../src/graph/dump/makeDump.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { readDump } from './readDump.ts';

const day = (date: string) => ({ now: () => new Date(`${date}T10:00:00Z`) });

describeWith(['postgres'], 'making a dump', () => {
  let catalog: TestCatalog;
  beforeEach(async () => {
    catalog = await openTestCatalog();
    await catalog.import(newAnime(0, 600));
  }, 60_000);
  afterEach(() => catalog.close());

  const lines = (date: string) => readDump(catalog, date);

  test('takes one snapshot, whatever is published meanwhile', async () => {
    const making = makeDump(catalog.database, day('2026-11-23'));
    for (let at = 600; at < 900; at += 50) await catalog.import(newAnime(at, 50));
    const { anime, position } = await making;
    const [head, ...records] = (await lines('2026-11-23')).map((line) => JSON.parse(line));
    expect(head).toMatchObject({ position: Number(position), anime });
    expect(records.filter(({ type }) => type === 'anime')).toHaveLength(anime);
    expect(anime).toBe(Number(position));
    expect(anime).toBeLessThan(900);
  });

  test('of two processes one makes it; calls of one process share it; a later call finds it', async () => {
    const other = await openDatabase({ url: catalog.url, dataDir: '' });
    try {
      const [first, shared, refused] = await Promise.allSettled([
        makeDump(catalog.database, day('2026-11-23')),
        makeDump(catalog.database, day('2026-11-23')),
        makeDump(other, day('2026-11-23')),
      ]);
      const made = [first, shared, refused].filter(({ status }) => status === 'fulfilled');
      expect(made.length).toBeGreaterThanOrEqual(1);
      for (const { reason } of [first, shared, refused].filter((it) => it.status === 'rejected')) {
        expect(reason).toMatchObject({ code: 'conflict' });
      }
      expect(await makeDump(other, day('2026-11-23'))).toEqual(await findDump(catalog.database));
      expect(await catalog.database.client.dump.count()).toBe(1);
    } finally {
      await other.close();
    }
  });

  test('one that is stopped is not shown, and the next replaces what it left', async () => {
    const stop = new AbortController();
    const making = makeDump(catalog.database, { ...day('2026-11-23'), signal: stop.signal });
    setTimeout(() => stop.abort(), 5);
    await expect(making).rejects.toThrow(/abort/i);
    expect(await findDump(catalog.database)).toBeNull();
    expect(await makeDump(catalog.database, day('2026-11-23'))).toMatchObject({ date: '2026-11-23', anime: 600 });
  });

  test('three days are kept', async () => {
    for (const date of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
      await makeDump(catalog.database, day(date));
    const kept = await catalog.database.client.dump.findMany({ orderBy: { date: 'asc' } });
    expect(kept.map(({ date }) => date.toISOString().slice(0, 10))).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
    expect(await findDump(catalog.database)).toMatchObject({ date: '2026-11-23' });
    expect(await catalog.database.client.dumpChunk.count({ where: { date: new Date('2026-11-20') } })).toBe(0);
  });

  test('holds nothing but what everybody may read', async () => {
    const { client } = catalog.database;
    await client.application.create({
      data: {
        id: '01a00000-0000-7000-8000-00000000000a',
        name: 'secret-app',
        owner: 'secret-owner',
        ownerIssuer: 'own',
      },
    });
    await client.user.create({ data: { name: 'secret-user', passwordHash: 'secret-hash' } });
    await catalog.import([
      { type: 'anime', source: 'secret-source', sourceId: '1', titles: [{ title: 'secret title' }] },
    ]);
    await catalog.import([
      { type: 'anime', source: 'mal', sourceId: '7', titles: [{ title: 'Shown' }], popularity: 424242 },
    ]);
    await makeDump(catalog.database, day('2026-11-23'));
    const text = (await lines('2026-11-23')).join('\n');
    expect(text).toContain('"Shown"');
    expect(text).not.toMatch(/secret|424242|popularity/);
  });
});
