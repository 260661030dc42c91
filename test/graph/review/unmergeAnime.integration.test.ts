import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { addTitle } from '../../../src/graph/review/titles.ts';
import { unmergeAnime } from '../../../src/graph/review/unmergeAnime.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { GraphTester } from '../graphTester.ts';

const ann = { name: 'ann', reason: null };

describeWith(['postgres'], 'a merge', () => {
  const api = ofSuite(openRestApi);

  const work = async (id: string, numbers: readonly number[], more = {}) => {
    const key = { source: 'mal', sourceId: id };
    const released = { status: 'released', releasedAt: '2020-01-01T00:00:00.000Z' };
    await api.catalog.import([
      { type: 'anime', ...key, titles: [{ title: `mal ${id}` }], ...more },
      ...numbers.map((number) => ({
        ...{ type: 'episode', source: 'mal', sourceId: `${id}/${number}`, anime: key, number },
        ...(number % 2 === 0 ? released : { titles: [{ title: `${id} ${number}` }] }),
      })),
    ]);
    const { animeId } = await api.catalog.database.client.sourceRecord.findFirstOrThrow({
      where: { ...key, type: 'anime' },
    });
    return animeId;
  };
  /** What readers are shown of an anime and its episodes, but for when and how often that changed. */
  const shown = async (id: string) => {
    const read = async (target: string) => (await api.get(target)).json();
    const texts = [await read(`/v1/anime/${id}`), await read(`/v1/anime/${id}/episodes?limit=100`)];
    return JSON.parse(JSON.stringify(texts), (name, value) => (/^(revision|updatedAt)$/.test(name) ? 0 : value));
  };
  const eventsAfter = async (position: bigint) =>
    await api.catalog.database.client.event.findMany({
      where: { position: { gt: position } },
      orderBy: { position: 'asc' },
    });

  test('and its undoing leave the time of an episode alone that they tell nobody about', async () => {
    const titles = [{ title: 'Timed' }];
    const loser = await work('timed', [1, 2], { titles });
    const survivor = await work('timed survivor', [2, 3, 5], { titles });
    const { client } = api.catalog.database;
    const times = async () => {
      const rows = await client.episode.findMany({ where: { animeId: { in: [loser, survivor] } } });
      return new Map(rows.map(({ id, revision, updatedAt }) => [`${id} ${revision}`, updatedAt]));
    };
    const before = await times();
    await mergeAnime(api.catalog, loser, survivor, ann);
    const merged = await times();
    await unmergeAnime(api.catalog, loser, ann);
    const after = await times();
    const same = (earlier: typeof before, later: typeof before) => [...later].filter(([key]) => earlier.has(key));
    expect(same(before, merged)).toEqual([...before].filter(([key]) => merged.has(key)));
    expect(same(merged, after)).toEqual([...merged].filter(([key]) => after.has(key)));
    expect(same(merged, after).length).toBeGreaterThan(1);
  });

  test('is undone after an upgrade that added a column with nothing in it', async () => {
    const [loser, survivor] = [await work('upgraded', []), await work('upgraded survivor', [])];
    const before = [await shown(loser), await shown(survivor)];
    const { client } = api.catalog.database;
    await mergeAnime(api.catalog, loser, survivor, ann);
    await client.$executeRaw`ALTER TABLE anime ADD COLUMN of_a_later_version text`;
    try {
      await unmergeAnime(api.catalog, loser, ann);
    } finally {
      await client.$executeRaw`ALTER TABLE anime DROP COLUMN of_a_later_version`;
    }
    expect([await shown(loser), await shown(survivor)]).toEqual(before);
  });

  test('is rehearsed, made and undone: both anime are what they were, and every reader is told', async () => {
    const [loser, survivor] = [
      await work('1', [1, 2, 3], { genres: ['Action'], externalIds: { anidb: '1' }, year: 2001 }),
      await work('2', [2, 3, 4], { genres: ['Drama'], synopsis: 'Two.' }),
    ];
    await addTitle(api.catalog, loser, { title: 'One', kind: 'short' }, ann);
    const before = [await shown(loser), await shown(survivor)];
    const { position } = await api.catalog.import([]);
    const rehearsed = await mergeAnime(api.catalog, loser, survivor, ann, { dryRun: true });
    expect(rehearsed).toMatchObject({ episodesMoved: 3, episodesJoined: 2 });
    expect(rehearsed.difference).toContainEqual({ field: 'year', before: 'null', after: '2001' });
    expect([await shown(loser), await shown(survivor)]).toEqual(before);
    expect(await eventsAfter(position)).toEqual([]);

    const merged = await mergeAnime(api.catalog, loser, survivor, ann, { seen: rehearsed.seen });
    expect(merged).toEqual(rehearsed);
    expect((await api.get(`/v1/anime/${loser}`)).status).toBe(301);
    const { position: between } = await api.catalog.import([]);
    const undone = await unmergeAnime(api.catalog, loser, ann);
    expect(undone).toMatchObject({ animeId: loser, survivorId: survivor, episodesReturned: 3 });
    expect([await shown(loser), await shown(survivor)]).toEqual(before);

    const events = await eventsAfter(between);
    expect(events).toHaveLength(undone.events);
    expect(events.map(({ kind }) => kind)).not.toContain('anime_created');
    expect(events.map(({ kind }) => kind)).not.toContain('episode_released');
    const served = await Promise.all([loser, survivor].map(async (id) => (await api.get(`/v1/anime/${id}`)).json()));
    expect(events.slice(0, 2).map(({ payload }) => JSON.parse(payload).data)).toEqual(expect.arrayContaining(served));
    // Both sources go on meaning the anime that they meant.
    await work('1', [], { year: 2005 });
    expect(await shown(survivor)).toEqual(before[1]);
  });

  test('is refused when either has moved since it was seen', async () => {
    const [loser, survivor] = [await work('3', [1]), await work('4', [1])];
    const { seen } = await mergeAnime(api.catalog, loser, survivor, ann, { dryRun: true });
    await work('3', [1, 2]);
    await expect(mergeAnime(api.catalog, loser, survivor, ann, { seen })).rejects.toMatchObject({ code: 'conflict' });
    const again = await mergeAnime(api.catalog, loser, survivor, ann, { dryRun: true });
    await expect(mergeAnime(api.catalog, loser, survivor, ann, { seen: again.seen })).resolves.toEqual(again);
  });

  test.each([
    ['an import changed the survivor', (id: string) => work(id, [1], { year: 1999 })],
    ['an import brought an episode', (id: string) => work(id, [1, 9])],
    ['somebody edited it', (id: string) => edit(id)],
  ])('is not undone when %s since', async (_what, touch) => {
    const [a, b] = [`5${randomUUID()}`, `6${randomUUID()}`];
    const [loser, survivor] = [await work(a, [1]), await work(b, [1])];
    await mergeAnime(api.catalog, loser, survivor, ann);
    await touch(b);
    const standing = await shown(survivor);
    await expect(unmergeAnime(api.catalog, loser, ann)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has changed since'),
    });
    expect(await shown(survivor)).toEqual(standing);
  });
  const edit = (id: string) =>
    api.catalog.database.client.anime.updateMany({
      where: { records: { some: { sourceId: id } } },
      data: { synopsis: 'By hand.' },
    });

  test('of merges is undone in turn, the last one first', async () => {
    const [a, b, c] = [await work('7', [1]), await work('8', [1, 2]), await work('9', [2, 3])];
    const before = [await shown(a), await shown(b), await shown(c)];
    await mergeAnime(api.catalog, a, b, ann);
    await mergeAnime(api.catalog, b, c, ann);
    await expect(unmergeAnime(api.catalog, a, ann)).rejects.toThrow(/undo that first/);
    await unmergeAnime(api.catalog, b, ann);
    await unmergeAnime(api.catalog, a, ann);
    expect([await shown(a), await shown(b), await shown(c)]).toEqual(before);
    await expect(unmergeAnime(api.catalog, a, ann)).rejects.toMatchObject({ code: 'conflict' });
    await expect(unmergeAnime(api.catalog, randomUUID(), ann)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is asked for and undone through the graph', async () => {
    const [loser, survivor] = [await work('10', [1]), await work('11', [1])];
    const graph = new GraphTester(api.catalog.database, api.catalog);
    const merge = `mutation ($input: MergeAnimeInput!) { mergeAnime(input: $input) {
      anime { id } episodesMoved episodesJoined difference { field } seen } }`;
    const input = { anime: loser, into: survivor };
    const { data } = await graph.ask(merge, { input: { ...input, dryRun: true } });
    const { seen } = (data as { mergeAnime: { seen: string } }).mergeAnime;
    expect((await graph.ask(merge, { input: { ...input, seen: 'another' } })).codes).toEqual(['conflict']);
    expect((await graph.ask(merge, { input: { ...input, seen } })).codes).toEqual([]);
    const unmerge = `mutation ($input: UnmergeAnimeInput!) { unmergeAnime(input: $input) {
      anime { id } survivor { id } episodesReturned events } }`;
    const undone = await graph.ask(unmerge, { input: { anime: loser } });
    expect(undone).toMatchObject({
      codes: [],
      data: { unmergeAnime: { anime: { id: loser }, survivor: { id: survivor }, episodesReturned: 1 } },
    });
  });
});
