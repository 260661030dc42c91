import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '../../../src/database/openDatabase.ts';
import { findDump } from '../../../src/graph/dump/dumpRows.ts';
import { makeDump } from '../../../src/graph/dump/makeDump.ts';
import { restoreRecords } from '../../../src/graph/dump/restoreRecords.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { openRestApi, type RestApi } from '../../rest/support/openRestApi.ts';
import { sampleRecords } from '../../rest/support/sampleRecords.ts';
import { describeWith } from '../../support/describeWith.ts';
import { newAnime } from '../../support/newAnime.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';
import { readDump } from './readDump.ts';

describeWith(['postgres'], 'restoring a dump', () => {
  const DATE = '2026-11-23';
  const reviewer = { name: 'ann', reason: null };
  const at = (source: string, sourceId: string) => ({ source, sourceId });

  const planned = (source: string, sourceId: string, anime: string, number: number) => ({
    ...{ type: 'episode', ...at(source, sourceId), anime: at('mal', anime), number, status: 'scheduled' },
  });

  /** With merges in a row, ended episodes, several ids at a site, terms renamed by hand, and an anime made by hand. */
  async function fill(catalog: TestCatalog): Promise<void> {
    await catalog.import(sampleRecords);
    const { client } = catalog.database;
    const idOf = async (sourceId: string) => {
      const key = { type: 'anime', ...at('mal', sourceId) } as const;
      return (await client.sourceRecord.findUniqueOrThrow({ where: { type_source_sourceId: key } })).animeId;
    };
    await mergeAnime(catalog, await idOf('30'), await idOf('29'), reviewer);
    await mergeAnime(catalog, await idOf('29'), await idOf('1'), reviewer);
    await mergeAnime(catalog, await idOf('28'), await idOf('1'), reviewer);
    // Two that become one, under two numbers of the same source first.
    await catalog.import([planned('anidb', 'x/1', '2', 2), planned('anilist', 'y/1', '2', 3)]);
    await catalog.import([{ type: 'episode', ...at('anilist', 'y/1'), number: 2 }]);
    await client.$executeRaw`UPDATE genre SET name = 'Dramatic' WHERE slug = 'drama'`;
    await client.$executeRaw`INSERT INTO studio (id, slug, name, key) VALUES (gen_random_uuid(), 'studio-0-2', 'STUDIO: 0', 'studio: 0')`;
    await client.$executeRaw`INSERT INTO anime (id, title) VALUES ('01a00000-0000-7000-8000-0000000000aa', 'Made by hand')`;
    await catalog.import([{ type: 'anime', ...at('mal', '3'), synopsis: 'Two\nlines "quoted".' }]);
  }

  async function restore(into: TestCatalog, lines: readonly string[], size = 7) {
    const counts = { created: 0, unchanged: 0, rejected: 0 };
    const reasons: string[] = [];
    for (let start = 1; start < lines.length; start += size) {
      const records = lines.slice(start, start + size).map((line) => JSON.parse(line) as object);
      const report = await restoreRecords(into, { records, actor: null });
      for (const kind of ['created', 'unchanged', 'rejected'] as const) counts[kind] += report[kind];
      reasons.push(...report.notices.map(({ pointer, reason }) => `${pointer} ${reason}`));
    }
    return { ...counts, reasons };
  }

  let origin: TestCatalog;
  let copy: RestApi;
  let lines: string[];

  beforeAll(async () => {
    [origin, copy] = await Promise.all([openTestCatalog(), openRestApi()]);
    await fill(origin);
    lines = await readDump(origin, DATE);
  }, 60_000);
  afterAll(() => Promise.all([origin?.close(), copy?.close()]));

  test('gives the same catalogue: dumped again, every line after the first is the same', async () => {
    const { client } = origin.database;
    expect(await client.anime.count({ where: { mergedIntoId: { not: null } } })).toBe(3);
    expect(await client.episodeAlias.count()).toBe(1);
    expect(await restore(copy.catalog, lines)).toEqual({
      created: lines.length - 1,
      unchanged: 0,
      rejected: 0,
      reasons: [],
    });
    expect((await readDump(copy.catalog, DATE)).slice(1)).toEqual(lines.slice(1));
  });

  test('once more it changes nothing, in whatever batches', async () => {
    const { position } = await copy.catalog.database.client.publicationHead.findFirstOrThrow();
    expect(await restore(copy.catalog, lines, 1000)).toMatchObject({
      created: 0,
      unchanged: lines.length - 1,
      rejected: 0,
    });
    expect((await copy.catalog.database.client.publicationHead.findFirstOrThrow()).position).toBe(position);
  });

  test('is a first import: an event for each anime and episode, with its revision', async () => {
    const events = await copy.catalog.database.client.event.findMany({ orderBy: { position: 'asc' } });
    const restored = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'anime' || type === 'episode');
    expect(events.map(({ animeId, episodeId, revision }) => [episodeId ?? animeId, revision]).sort()).toEqual(
      restored.map(({ sourceId, revision }) => [sourceId, revision]).sort(),
    );
    const survivor = events.find(({ payload }) => payload.includes('進撃の巨人'));
    expect(JSON.parse(survivor?.payload ?? '').data.mergedIds).toHaveLength(3);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['anime_created', 'episode_released', 'episode_updated']),
    );
  });

  test('what was stated of an anime that was merged leads to its survivor', async () => {
    const { mergedIds, sourceId } = lines
      .map((line) => JSON.parse(line))
      .find(({ type, mergedIds: ids }) => type === 'anime' && ids.length > 0);
    const relations = [{ type: 'prequel', anime: at('catalog', mergedIds[0]) }];
    await copy.catalog.import([{ type: 'anime', ...at('mal', '20'), relations }]);
    const shown = async () => {
      const { relations } = (await copy.get(`/v1/anime/${sourceId}`)).json();
      return (relations as { type: string; anime: { id: string } }[]).map(({ type, anime }) => [type, anime.id]);
    };
    const read = async (id: string) => {
      const { items } = (await copy.get(`/v1/anime?externalId=mal:${id}`)).json();
      return (items as { id: string }[])[0]?.id;
    };
    expect(await shown()).toEqual([
      ['sequel', await read('2')],
      ['sequel', await read('20')],
      ['other', await read('3')],
    ]);
    await copy.catalog.import([{ type: 'anime', ...at('mal', '20'), relations: [] }]);
    expect(await shown()).toHaveLength(2);
  });

  test('sources are imported over it: their ids find the anime, and what they state stands first', async () => {
    const [id] = JSON.parse(lines.find((line) => line.includes('進撃の巨人')) ?? '{}').mergedIds as string[];
    const { location } = (await copy.get(`/v1/anime/${id}`)).headers;
    await copy.catalog.import([
      { type: 'anime', ...at('mal', '1'), titles: [{ title: 'Attack on Titan', language: 'en' }] },
    ]);
    const { title, alternativeTitles, synopsis } = (await copy.get(location ?? '')).json();
    expect(title).toBe('Attack on Titan');
    expect(JSON.stringify(alternativeTitles)).toContain('進撃の巨人');
    expect(synopsis).toBe('Walls.');
  });

  test('what the catalogue has otherwise, or what has no place, is rejected with the reason, and nothing is written', async () => {
    const catalog = await openTestCatalog();
    try {
      const id = (n: number) => `01a00000-0000-7000-8000-00000000000${n}`;
      const facts = { revision: 3, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' };
      const anime = (n: number, rest: object = {}) =>
        animeRecord('catalog', id(n), { titles: [{ title: 'A' }], ...facts, ...rest });
      const episode = (n: number, of: number, rest: object = {}) =>
        episodeRecord('catalog', id(of), 1, { sourceId: id(n), status: 'scheduled', ...facts, ...rest });
      const mal = [{ site: 'mal', id: '1' }];
      const records = [
        anime(1, { externalIds: mal, mergedIds: [id(2)] }),
        anime(1, { externalIds: mal, mergedIds: [id(2)], status: 'airing' }),
        anime(2),
        anime(3, { externalIds: mal }),
        anime(3, { externalIds: [...mal, ...mal] }),
        anime(3, { genres: ['Drama', 'drama '] }),
        anime(3, { revision: 0 }),
        anime(3, { createdAt: 'today' }),
        anime(3, { sourceId: '1' }),
        anime(3, { source: 'mal' }),
        anime(3, { titles: [{ title: 'NUL \u0000' }] }),
        anime(3, { mergedIds: ['\ud800'] }),
        episode(4, 1),
        episode(5, 1),
        episode(5, 9),
        episode(4, 1, { number: 2 }),
        episode(5, 1, { number: 2, status: 'released' }),
        episode(5, 1, { number: 1e9 }),
        { type: 'genre', slug: 'drama', name: 'Drama' },
        { type: 'genre', slug: 'drama', name: 'Other' },
        { type: 'genre', slug: 'drama-2', name: 'drama' },
        { type: 'dump' },
        { type: 'constructor' },
        {},
      ];
      const { reasons, created } = await restore(
        catalog,
        ['', ...records.map((record) => JSON.stringify(record))],
        100,
      );
      expect(created).toBe(3);
      expect(reasons).toEqual([
        expect.stringMatching(/^null the catalogue has anime .*001 with other values: .*empty database/),
        expect.stringMatching(/^null the identifier .*002 is taken/),
        expect.stringMatching(/^\/externalIds another anime has the id 1 at mal/),
        expect.stringMatching(/^\/externalIds .*once/),
        expect.stringMatching(/^\/genres .*once/),
        expect.stringMatching(/^\/revision .*1 or more/),
        expect.stringMatching(/^\/createdAt .*ISO 8601/),
        expect.stringMatching(/^\/sourceId .*UUID/),
        expect.stringMatching(/^\/source .*"catalog"/),
        expect.stringMatching(/^\/titles\/0\/title .*one line/),
        expect.stringMatching(/^\/mergedIds\/0 .*UUID/),
        expect.stringMatching(/^\/number another episode/),
        expect.stringMatching(/^\/anime .*earlier/),
        expect.stringMatching(/^null the catalogue has episode .*004 with other values/),
        expect.stringMatching(/^\/releasedAt /),
        expect.stringMatching(/^\/number .*at most/),
        expect.stringMatching(/^null the catalogue has genre drama with other values/),
        expect.stringMatching(/^\/name another slug/),
        ...[1, 2, 3].map(() => expect.stringMatching(/^\/type .*"genre", "studio", "anime" or "episode"/)),
      ]);
      expect(await catalog.database.client.anime.count()).toBe(2);
      // In another batch the same is found in the tables.
      const again = await restore(catalog, ['', ...records.map((record) => JSON.stringify(record))], 1);
      expect([again.created, again.unchanged, again.reasons]).toEqual([0, 3, reasons]);
    } finally {
      await catalog.close();
    }
  });
});

describeWith(['postgres'], 'making a dump', () => {
  const day = (date: string) => ({ now: () => new Date(`${date}T10:00:00Z`) });

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
