import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { approveProposal } from '../../../src/graph/review/decideProposal.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { liftPins, listPins } from '../../../src/graph/review/pins.ts';
import { addTitle, removeTitle } from '../../../src/graph/review/titles.ts';
import { unmergeAnime } from '../../../src/graph/review/unmergeAnime.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';

describeWith(['postgres'], 'what reviewers decide beside proposals', () => {
  const anime = (sourceId: string, more = {}) => animeRecord('mal', sourceId, more);
  const plain = { into: null, asNew: false };
  const ann = { name: 'ann', reason: 'a poll among readers' };

  const catalog = ofSuite(openTestCatalog);

  const stored = async (sourceId: string) => {
    const { animeId } = await catalog.database.client.sourceRecord.findFirstOrThrow({
      where: { source: 'mal', sourceId },
    });
    return await catalog.database.client.anime.findUniqueOrThrow({
      where: { id: animeId },
      include: { titles: { orderBy: { position: 'asc' } }, episodes: true },
    });
  };
  const approve = async (record: object) => {
    const report = await catalog.import([record], { review: true });
    await approveProposal(catalog, report.notices[0]?.proposalId ?? '', plain, ann);
  };
  const lastPublication = () => catalog.database.client.publication.findFirst({ orderBy: { id: 'desc' } });

  test('a pin is listed and lifted: the sources are heard again', async () => {
    await catalog.import([anime('1', { year: 2013, status: 'airing' })]);
    await approve(anime('1', { year: 2014, status: 'finished' }));
    await catalog.import([anime('1', { year: 2015, status: 'unknown' })]);
    const before = await stored('1');
    expect(before).toMatchObject({ year: 2014, status: 'finished' });
    expect(await listPins(catalog.database.client, before.id)).toMatchObject([
      { field: 'year', value: '2014', animeId: before.id, episodeId: null },
      { field: 'status', value: '"finished"' },
    ]);

    expect(await liftPins(catalog, before.id, ['year'], ann)).toEqual({ animeId: before.id, events: 1 });
    expect(await stored('1')).toMatchObject({ year: 2015, status: 'finished', revision: before.revision + 1 });
    expect(await lastPublication()).toMatchObject({ kind: 'review', actor: 'ann', reason: 'a poll among readers' });
    expect(await liftPins(catalog, before.id, null, ann)).toMatchObject({ events: 1 });
    expect(await stored('1')).toMatchObject({ year: 2015, status: 'unknown' });
    expect(await listPins(catalog.database.client, before.id)).toEqual([]);
    expect(await catalog.database.client.sourceRecord.count({ where: { source: 'review', animeId: before.id } })).toBe(
      0,
    );
  });

  test('what is not pinned is named, beside what is', async () => {
    await catalog.import([anime('2', { year: 2013 })]);
    const { id } = await stored('2');
    await expect(liftPins(catalog, id, null, ann)).rejects.toMatchObject({ code: 'invalid_parameter' });
    await approve(anime('2', { year: 2014 }));
    await expect(liftPins(catalog, id, ['season'], ann)).rejects.toThrow(/season is not pinned there: pinned are year/);
    const nobody = '00000000-0000-7000-8000-000000000000';
    await expect(liftPins(catalog, nobody, null, ann)).rejects.toMatchObject({ code: 'not_found' });
    await expect(listPins(catalog.database.client, nobody)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that nothing is pinned is said so', async () => {
    await catalog.import([anime('9')]);
    const { id } = await stored('9');
    await expect(liftPins(catalog, id, null, ann)).rejects.toThrow(/^Nothing is pinned there\.$/);
    await expect(liftPins(catalog, id, ['year'], ann)).rejects.toThrow(/^year is not pinned there: nothing is\.$/);
  });

  test("an episode's status and its release are one pin", async () => {
    const episode = (more: object) => episodeRecord('mal', '3', 1, more);
    await catalog.import([anime('3'), episode({})]);
    await approve(episode({ status: 'released', releasedAt: '2020-01-01T00:00:00.000Z' }));
    await catalog.import([episode({ status: 'delayed', releasedAt: null })]);
    const { id, episodes } = await stored('3');
    expect(episodes).toMatchObject([{ status: 'released' }]);
    const pins = await listPins(catalog.database.client, id);
    expect(pins.map(({ field, episodeId }) => [field, episodeId])).toEqual([
      ['status', episodes[0]?.id],
      ['releasedAt', episodes[0]?.id],
    ]);
    await liftPins(catalog, episodes[0]?.id ?? '', ['status'], ann);
    expect((await stored('3')).episodes).toMatchObject([{ status: 'delayed', releasedAt: null }]);
  });

  test('approving a title of an episode decides nothing that the proposal does not say', async () => {
    const episode = (source: string, more: object) => ({ type: 'episode', source, sourceId: '15/1', ...more });
    const first = { anime: { source: 'mal', sourceId: '15' }, number: 1 };
    await catalog.import([
      anime('15'),
      episode('anilist', { ...first, status: 'scheduled', scheduledAt: '2020-01-01T00:00:00Z' }),
      episode('mal', {
        ...first,
        status: 'released',
        releasedAt: '2020-01-02T00:00:00Z',
        scheduledAt: '2020-01-02T00:00:00Z',
      }),
    ]);
    await approve(episode('anilist', { titles: [{ title: 'One' }] }));
    const after = await stored('15');
    expect(after.episodes).toMatchObject([{ status: 'released', scheduledAt: new Date('2020-01-02T00:00:00Z') }]);
    expect(await listPins(catalog.database.client, after.id)).toEqual([]);
  });

  test('a title is added behind those of sources, published, kept, and taken back', async () => {
    await catalog.import([anime('4')]);
    const { id } = await stored('4');
    const short = { title: 'M4', language: 'en', kind: 'short' as const };
    expect(await addTitle(catalog, id, short, ann)).toEqual({ animeId: id, events: 1 });
    expect(await addTitle(catalog, id, short, ann)).toEqual({ animeId: id, events: 0 });
    await catalog.import([anime('4', { titles: [{ title: 'mal 4' }, { title: 'Four' }] })]);
    const { title, titles } = await stored('4');
    expect(title).toBe('mal 4');
    expect(titles).toMatchObject([{ title: 'mal 4' }, { title: 'Four' }, short]);
    await expect(removeTitle(catalog, id, { title: 'Four' }, ann)).rejects.toMatchObject({ code: 'not_found' });
    expect(await removeTitle(catalog, id, { title: 'M4' }, ann)).toEqual({ animeId: id, events: 1 });
    expect((await stored('4')).titles.map((it) => it.title)).toEqual(['mal 4', 'Four']);
  });

  test('a title that was added stays when all pins are lifted, and goes where titles are named', async () => {
    await catalog.import([anime('10', { year: 2013 })]);
    const { id } = await stored('10');
    await addTitle(catalog, id, { title: 'M10' }, ann);
    await expect(liftPins(catalog, id, null, ann)).rejects.toThrow(/^Name what to lift: pinned are titles\.$/);
    await approve(anime('10', { year: 2014 }));
    await catalog.import([anime('10', { year: 2015 })]);
    expect(await liftPins(catalog, id, null, ann)).toMatchObject({ events: 1 });
    expect(await stored('10')).toMatchObject({ year: 2015, titles: [{ title: 'mal 10' }, { title: 'M10' }] });
    await liftPins(catalog, id, ['titles'], ann);
    expect((await stored('10')).titles).toMatchObject([{ title: 'mal 10' }]);
  });

  test('what was made by hand is not undone by a title', async () => {
    const { id } = await catalog.database.client.anime.create({
      data: { id: randomUUID(), title: 'By hand', year: 2001 },
    });
    await expect(addTitle(catalog, id, { title: 'More' }, ann)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/made by hand/),
    });
    expect(await catalog.database.client.anime.findUniqueOrThrow({ where: { id } })).toMatchObject({
      title: 'By hand',
      year: 2001,
    });
  });

  test('of a title that a source states the reviewer decides the kind', async () => {
    await catalog.import([
      anime('5', { titles: [{ title: 'mal 5' }, { title: 'M5', language: 'en', kind: 'synonym' }] }),
    ]);
    const { id } = await stored('5');
    await addTitle(catalog, id, { title: 'M5', language: 'en', kind: 'short' }, ann);
    expect((await stored('5')).titles).toMatchObject([{ title: 'mal 5' }, { title: 'M5', kind: 'short' }]);
  });

  test.each([
    ['title', { title: 'x'.repeat(601) }],
    ['title', { title: ' ' }],
    ['title', { title: 'a\u0000' }],
    ['language', { title: 'x', language: 'no language' }],
  ])('a broken %s is named', async (parameter, title) => {
    await catalog.import([anime('6')]);
    const { id } = await stored('6');
    await expect(addTitle(catalog, id, title, ann)).rejects.toMatchObject({ code: 'invalid_parameter', parameter });
  });

  test('a merge keeps the titles that were added to either', async () => {
    await catalog.import([anime('7'), anime('8')]);
    const [loser, survivor] = [await stored('7'), await stored('8')];
    await addTitle(catalog, loser.id, { title: 'M7', kind: 'short' }, ann);
    await addTitle(catalog, survivor.id, { title: 'M8', kind: 'short' }, ann);
    await mergeAnime(catalog, loser.id, survivor.id, ann);
    expect((await stored('8')).titles.map(({ title }) => title)).toEqual(['mal 7', 'mal 8', 'M8', 'M7']);
    await expect(addTitle(catalog, loser.id, { title: 'x' }, ann)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describeWith(['postgres'], 'a merge of two anime', () => {
  const ann = { name: 'ann', reason: 'the same work' };

  const { take } = countStatements();
  const catalog = ofSuite(openTestCatalog);

  const work = async (id: string, episodes: number) => {
    const own = Array.from({ length: episodes }, (_, number) => episodeRecord('mal', id, number));
    await catalog.import([animeRecord('mal', id), ...own]);
    return await catalog.database.client.anime.findFirstOrThrow({ where: { title: `mal ${id}` } });
  };

  test('keeps who, why and which two anime with its publication', async () => {
    const [loser, survivor] = [await work('1', 1), await work('2', 1)];
    await mergeAnime(catalog, loser.id, survivor.id, ann);
    expect(await catalog.database.client.publication.findMany({ where: { kind: 'review' } })).toMatchObject([
      { actor: 'ann', reason: 'the same work', mergedId: loser.id, survivorId: survivor.id },
    ]);
  });

  test('of two that were made by hand keeps what the survivor says', async () => {
    const handMade = (title: string) =>
      catalog.database.client.anime.create({ data: { id: randomUUID(), title, format: 'ova' } });
    const [loser, survivor] = [await handMade('By hand'), await handMade('By hand too')];
    expect(await mergeAnime(catalog, loser.id, survivor.id, ann)).toMatchObject({ animeId: survivor.id, events: 1 });
    expect(await catalog.database.client.anime.findUniqueOrThrow({ where: { id: survivor.id } })).toMatchObject({
      title: 'By hand too',
      format: 'ova',
    });
  });

  test('of one that was made by hand with one of a source keeps what either says', async () => {
    const made = await catalog.database.client.anime.create({
      data: { id: randomUUID(), title: 'Half by hand', format: 'ova', synopsis: 'Told by hand.' },
    });
    const told = await work('8', 0);
    const later = await catalog.database.client.anime.create({
      data: { id: randomUUID(), title: 'Made later', year: 1999 },
    });
    await mergeAnime(catalog, told.id, made.id, ann);
    await mergeAnime(catalog, later.id, made.id, ann);
    expect(
      await catalog.database.client.anime.findUniqueOrThrow({
        where: { id: made.id },
        include: { titles: { orderBy: { position: 'asc' } } },
      }),
    ).toMatchObject({
      ...{ title: 'mal 8', format: 'ova', synopsis: 'Told by hand.', year: 1999 },
      titles: [
        { title: 'mal 8' },
        ...[made, later].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ title }) => ({ title })),
      ],
    });
  });

  test('is refused of one that was merged already and with itself, as is an approval into what was merged', async () => {
    const [loser, survivor] = [await work('9', 0), await work('10', 0)];
    await mergeAnime(catalog, loser.id, survivor.id, ann);
    const refusal = (code: string) => expect.objectContaining({ code });
    await expect(mergeAnime(catalog, loser.id, survivor.id, ann)).rejects.toEqual(refusal('conflict'));
    await expect(mergeAnime(catalog, survivor.id, survivor.id, ann)).rejects.toEqual(refusal('invalid_parameter'));
    const { notices } = await catalog.import([animeRecord('blog', '9')]);
    const into = { into: loser.id, asNew: false };
    const approved = approveProposal(catalog, notices[0]?.proposalId ?? '', into, ann);
    await expect(approved).rejects.toEqual(refusal('not_found'));
  });

  test('asks the database as often for many twin episodes as for few', async () => {
    const asked: number[] = [];
    for (const [pair, episodes] of [
      ['3', 3],
      ['4', 60],
    ] as const) {
      const [loser, survivor] = [await work(`${pair}a`, episodes), await work(`${pair}b`, episodes)];
      take();
      const merged = await mergeAnime(catalog, loser.id, survivor.id, ann);
      asked.push(take().length);
      expect(merged).toMatchObject({ episodesMoved: episodes, events: episodes + 1 });
      const ofSurvivor = { where: { episode: { animeId: survivor.id } } };
      expect(await catalog.database.client.episodeAlias.count(ofSurvivor)).toBe(episodes);
    }
    expect(asked[1]).toBe(asked[0]);
  });
});

describeWith(['postgres'], 'a merge', () => {
  const ann = { name: 'ann', reason: null };

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
    const changed = ['titles', 'genres', 'externalIds'];
    expect(rehearsed.difference.map(({ field }) => field)).toEqual(expect.arrayContaining(changed));
    expect([await shown(loser), await shown(survivor)]).toEqual(before);
    expect(await eventsAfter(position)).toEqual([]);

    const merged = await mergeAnime(api.catalog, loser, survivor, ann, { seen: rehearsed.seen });
    expect(merged).toEqual(rehearsed);
    expect((await eventsAfter(position)).map(({ kind }) => kind)).not.toContain('episode_released');
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
});
