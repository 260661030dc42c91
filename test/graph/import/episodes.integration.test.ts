import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { approveProposal } from '../../../src/graph/review/decideProposal.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { liftPins, listPins } from '../../../src/graph/review/pins.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';

let works = 0;

/** An anime that these sources know, the others by its id at the first. @returns its title, and its id at each */
async function createWork(catalog: TestCatalog, first: string, ...others: readonly string[]): Promise<string> {
  works += 1;
  const work = `w${works}`;
  const titles = [{ title: work }];
  const externalIds = { [first]: work };
  await catalog.import([
    animeRecord(first, work, { titles }),
    ...others.map((source) => animeRecord(source, work, { titles, externalIds })),
  ]);
  return work;
}

describeWith(['postgres'], 'a plan that another source has overtaken', () => {
  const released = { status: 'released', releasedAt: '2020-01-01T00:00:00Z' };
  const later = { scheduledAt: '2020-02-01T00:00:00Z' };

  const catalog = ofSuite(openTestCatalog);

  /** The statuses of an episode that mal plans and anilist confirms, after each further record of one of them. */
  async function statuses(...further: readonly (readonly [source: string, more: object])[]): Promise<string[]> {
    const work = await createWork(catalog, 'mal', 'anilist');
    const first = { anime: { source: 'mal', sourceId: work }, number: 1 };
    const shown: string[] = [];
    for (const [source, more] of [
      ['mal', { ...first, status: 'scheduled' }],
      ['anilist', { ...first, ...released }],
      ...further,
    ] as const) {
      await catalog.import([{ type: 'episode', source, sourceId: `${work}/1`, ...more }]);
      const { status } = await catalog.database.client.episode.findFirstOrThrow({ where: { anime: { title: work } } });
      shown.push(status);
    }
    return shown.slice(2);
  }

  test('stays so when its source states another title', async () => {
    expect(await statuses(['mal', { titles: [{ title: 'A' }] }])).toEqual(['released']);
    expect(await statuses(['anilist', { titles: [{ title: 'B' }] }], ['mal', { titles: [{ title: 'A' }] }])).toEqual([
      'released',
      'released',
    ]);
  });

  test('counts again when its source states another status or planned time', async () => {
    expect(await statuses(['mal', { status: 'delayed' }])).toEqual(['delayed']);
    expect(await statuses(['mal', later])).toEqual(['scheduled']);
  });

  test('counts again although the other source states another title since', async () => {
    expect(await statuses(['mal', later], ['anilist', { titles: [{ title: 'A' }] }])).toEqual([
      'scheduled',
      'scheduled',
    ]);
  });
});

describeWith(['postgres'], 'episodes that are renumbered', () => {
  /** What a source says in one run: its episodes, each as `key:number`; mal's, where no other source is named first. */
  const scenarios: Readonly<Record<string, readonly string[]>> = {
    'a prologue is put in front': ['1:1 2:2 3:3 4:4', '0:1 1:2 2:3 3:4 4:5'],
    'the first is taken out': ['1:1 2:2 3:3 4:4', '2:1 3:2 4:3'],
    'one in the middle is taken out': ['1:1 2:2 3:3 4:4', '1:1 3:2 4:3'],
    'two swap': ['1:1 2:2', '1:2 2:1'],
    'three rotate': ['1:1 2:2 3:3', '1:2 2:3 3:1'],
    'a typo is corrected': ['1:1 2:1 3:3', '1:1 2:2 3:3'],
    'a typo in what was right is corrected': ['1:1 2:2', '1:1 2:1', '1:1 2:2'],
    'a second source was off by one': ['1:1 2:2 3:3', 'anilist 1:2 2:3 3:4', 'anilist 1:1 2:2 3:3'],
    'the first source was off by one, the second not': ['1:2 2:3', 'anilist 1:1 2:2', '1:1 2:2'],
    'a prologue is put in front under two sources': [
      '1:1 2:2',
      'anilist 1:1 2:2',
      '0:1 1:2 2:3',
      'anilist 0:1 1:2 2:3',
    ],
  };

  type Line = readonly [key: string, number: number];

  interface Run {
    readonly source: string;
    readonly lines: readonly Line[];
  }

  function readRun(run: string): Run {
    const words = run.split(' ');
    const lines = words.filter((word) => word.includes(':')).map((word) => word.split(':') as [string, string]);
    return { source: words[0] === 'anilist' ? 'anilist' : 'mal', lines: lines.map(([key, at]) => [key, Number(at)]) };
  }

  const catalog = ofSuite(openTestCatalog);

  const run = (work: string, { source, lines }: Run) =>
    catalog.import(
      lines.map(([key, number]) => ({
        type: 'episode',
        source,
        sourceId: `${work}/${key}`,
        anime: { source, sourceId: work },
        number,
        titles: [{ title: `${source}'s ${key}` }],
      })),
    );

  /** Numbers with their titles. */
  async function episodesOf(work: string): Promise<Record<string, string[]>> {
    const episodes = await catalog.database.client.episode.findMany({
      where: { anime: { title: work } },
      orderBy: { number: 'asc' },
      include: { titles: { orderBy: { position: 'asc' } } },
    });
    return Object.fromEntries(episodes.map(({ number, titles }) => [number, titles.map(({ title }) => title)]));
  }

  test.each(
    Object.entries(scenarios).flatMap(([scenario, runs]) =>
      (['in order', 'from the end'] as const).map((order) => [scenario, order, runs.map(readRun)] as const),
    ),
  )('%s, %s: one run ends where a fresh import of the last files ends', async (_scenario, order, runs) => {
    const [work, fresh] = [await createWork(catalog, 'mal', 'anilist'), await createWork(catalog, 'mal', 'anilist')];
    for (const { source, lines } of runs) {
      const ordered = order === 'in order' ? lines : lines.toReversed();
      expect(await run(work, { source, lines: ordered })).toMatchObject({ rejected: 0 });
    }
    for (const source of ['mal', 'anilist']) {
      const last = runs.findLast((it) => it.source === source);
      if (last !== undefined) await run(fresh, last);
    }
    expect(await episodesOf(work)).toEqual(await episodesOf(fresh));

    const last = runs.at(-1);
    const { position } = await catalog.import([]);
    if (last !== undefined) expect(await run(work, last)).toMatchObject({ unchanged: last.lines.length, position });
  });

  test('keep their ids along with their keys', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    const ids = async () => {
      const records = await catalog.database.client.sourceRecord.findMany({
        where: { source: 'mal', type: 'episode' },
      });
      return new Map(
        records.filter(({ sourceId }) => sourceId.startsWith(`${work}/`)).map((it) => [it.sourceId, it.episodeId]),
      );
    };
    await run(work, readRun('1:1 2:2 3:3'));
    const before = await ids();
    await run(work, readRun('0:1 1:2 2:3 3:4'));
    const after = await ids();
    for (const [key, id] of before) expect(after.get(key)).toBe(id);
  });

  test('lead on from an id that has ended, and revisions go with the events', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    await run(work, readRun('1:1 2:2'));
    const [first, second] = await catalog.database.client.episode.findMany({
      where: { anime: { title: work } },
      orderBy: { number: 'asc' },
    });
    await run(work, readRun('2:1'));
    expect(await catalog.database.client.episodeAlias.findUnique({ where: { id: first?.id ?? '' } })).toMatchObject({
      episodeId: second?.id,
    });
    const [left] = await catalog.database.client.episode.findMany({ where: { anime: { title: work } } });
    const events = await catalog.database.client.event.findMany({ where: { episodeId: second?.id ?? '' } });
    expect(left).toMatchObject({ id: second?.id, revision: 2 });
    expect(events.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  test('lead on from every id that had led to the one that ends', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    await run(work, readRun('1:1 2:2 3:3'));
    const ids = await catalog.database.client.episode.findMany({
      where: { anime: { title: work } },
      orderBy: { number: 'asc' },
    });
    await run(work, readRun('2:1'));
    await run(work, readRun('3:1'));
    const [first, second, third] = ids.map(({ id }) => id);
    const led = await catalog.database.client.episodeAlias.findMany({ where: { episodeId: third ?? '' } });
    expect(led.map(({ id }) => id).sort()).toEqual([first, second].sort());
  });
});

describeWith(['postgres'], 'a record that says again what it said', () => {
  type Line = readonly [key: string, number: number];

  const catalog = ofSuite(openTestCatalog);

  const record = (work: string, [key, number]: Line, source = 'mal') =>
    episodeRecord(source, work, number, { sourceId: `${work}/${key}`, titles: [{ title: key }] });
  const say = (work: string, ...lines: readonly Line[]) => catalog.import(lines.map((line) => record(work, line)));

  /** `number title` of each episode. */
  async function shown(work: string): Promise<string[]> {
    const episodes = await catalog.database.client.episode.findMany({
      where: { anime: { title: work } },
      orderBy: { number: 'asc' },
      include: { titles: { orderBy: { position: 'asc' } } },
    });
    return episodes.map(({ number, titles }) => [Number(number), ...titles.map(({ title }) => title)].join(' '));
  }

  test('counts anew when another had replaced it', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    await say(work, ['a', 1]);
    await say(work, ['b', 1]);
    expect(await shown(work)).toEqual(['1 b']);
    expect(await say(work, ['a', 1])).toMatchObject({ updated: 1 });
    expect(await shown(work)).toEqual(['1 a']);
    const { position } = await catalog.import([]);
    expect(await say(work, ['a', 1])).toMatchObject({ unchanged: 1, position });
  });

  test('counts anew as part of a record: what is absent is as before', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    await say(work, ['a', 1]);
    await say(work, ['b', 1]);
    const { anime: _, titles: __, ...part } = { titles: [], ...record(work, ['a', 1]) };
    expect(await catalog.import([part], { dryRun: true })).toMatchObject({ updated: 1 });
    expect(await catalog.import([part])).toMatchObject({ updated: 1 });
    expect(await shown(work)).toEqual(['1 a']);
  });

  test('has its own id again', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    await say(work, ['a', 1], ['b', 2]);
    const [first, second] = await catalog.database.client.episode.findMany({
      where: { anime: { title: work } },
      orderBy: { number: 'asc' },
    });
    await say(work, ['b', 1]);
    await say(work, ['a', 1]);
    const [left] = await catalog.database.client.episode.findMany({ where: { anime: { title: work } } });
    expect(left?.id).toBe(first?.id);
    expect(await catalog.database.client.episodeAlias.findUnique({ where: { id: second?.id ?? '' } })).toMatchObject({
      episodeId: first?.id,
    });
  });

  test('waits as ever where a review is asked for', async () => {
    const work = await createWork(catalog, 'mal', 'anilist');
    await say(work, ['a', 1]);
    await say(work, ['b', 1]);
    expect(await catalog.import([record(work, ['a', 1])], { review: true })).toMatchObject({ unchanged: 1 });
    expect(await shown(work)).toEqual(['1 b']);
  });

  test.each([
    ['from the start', []],
    ['where one of them was there before', [['a', 1]]],
    ['where the other was', [['b', 1]]],
    [
      'where one took it from the other',
      [
        ['a', 1],
        ['b', 1],
        ['a', 2],
        ['b', 1],
        ['a', 1],
      ],
    ],
  ] as const)('does not flip in a file that names one number twice: %s', async (_, earlier) => {
    const work = await createWork(catalog, 'mal', 'anilist');
    for (const line of earlier) await say(work, line);
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      await say(work, ...order.map((key): Line => [key, 1]));
      expect(await shown(work)).toEqual(['1 a']);
      const { position } = await catalog.import([]);
      expect(await say(work, ['b', 1], ['a', 1])).toMatchObject({ unchanged: 2, position });
      expect(await say(work, ['a', 1], ['b', 1])).toMatchObject({ unchanged: 2, position });
    }
  });
});

describeWith(['postgres'], 'an episode that ends between two imports of a renumbered series and returns', () => {
  const ann = { name: 'ann', reason: null };
  const RELEASED = { status: 'released', releasedAt: '2020-01-01T00:00:00Z' } as const;
  const PLANNED = { status: 'scheduled', scheduledAt: '2030-02-02T00:00:00Z' } as const;
  const PINNED_TIME = '2031-05-05T00:00:00.000Z';

  /** One line of the series: the key stays, the number is what the source says now. */
  interface Said {
    readonly key: number;
    readonly number: number;
    readonly released: boolean;
  }
  const said = (key: number, number: number, released: boolean): Said => ({ key, number, released });

  const catalog = ofSuite(openTestCatalog);

  const record = (work: string, { key, number, released }: Said) =>
    episodeRecord('mal', work, number, { sourceId: `${work}/${key}`, ...(released ? RELEASED : PLANNED) });

  /** Imports the lines cut into pieces of these lengths, the last of which takes the rest. */
  async function say(work: string, lines: readonly Said[], lengths: readonly number[] = []): Promise<void> {
    let from = 0;
    for (const length of [...lengths, lines.length]) {
      const piece = lines.slice(from, from + length);
      from += length;
      if (piece.length > 0)
        expect(await catalog.import(piece.map((it) => record(work, it)))).toMatchObject({ rejected: 0 });
    }
  }

  /** Has a reviewer decide when the episode of this key is planned for. */
  async function pin(work: string, said: Said): Promise<void> {
    await catalog.import([{ ...record(work, said), scheduledAt: PINNED_TIME }], { review: true });
    const proposal = await catalog.database.client.proposal.findFirstOrThrow({ where: { status: 'pending' } });
    await approveProposal(catalog, proposal.id, { into: null, asNew: false }, ann);
    await say(work, [said]);
  }

  async function episodeOf(work: string, key: number): Promise<string> {
    const { episodeId } = await catalog.database.client.sourceRecord.findFirstOrThrow({
      where: { source: 'mal', type: 'episode', sourceId: `${work}/${key}` },
    });
    return episodeId ?? '';
  }

  async function eventsOf(id: string): Promise<string[]> {
    const events = await catalog.database.client.event.findMany({
      where: { episodeId: id },
      orderBy: { position: 'asc' },
    });
    return events.map(({ kind }) => kind);
  }

  test.each([
    ['the one that returns first', [2, 1]],
    ['the other first', [1, 2]],
  ] as const)('tells of its release although a released one led to it meanwhile: %s', async (_, order) => {
    const work = await createWork(catalog, 'mal');
    await say(work, [said(1, 1, true), said(2, 2, false)]);
    const planned = await episodeOf(work, 2);
    for (const key of order) await say(work, [{ key, number: 3 - key, released: key === 1 }]);
    await say(work, [said(2, 1, true)]);
    expect(await episodeOf(work, 2)).toBe(planned);
    expect(await eventsOf(planned)).toEqual(expect.arrayContaining(['episode_released']));
  });

  test('tells of its release when the one that had told of one leaves, if it was confirmed meanwhile', async () => {
    const work = await createWork(catalog, 'mal');
    await say(work, [said(1, 1, true), said(2, 2, false)]);
    const planned = await episodeOf(work, 2);
    await say(work, [said(2, 1, true)]);
    expect(await eventsOf(planned)).toEqual(['episode_updated', 'episode_updated']);
    await say(work, [said(1, 2, true)]);
    expect(await eventsOf(planned)).toEqual(['episode_updated', 'episode_updated', 'episode_released']);
  });

  test('keeps what a reviewer decided of it, when it was made and its revision', async () => {
    const work = await createWork(catalog, 'mal');
    const lines = [1, 2, 3].map((key): Said => ({ key, number: key, released: false }));
    await say(work, lines);
    await pin(work, said(2, 2, false));
    const [before] = await catalog.database.client.episode.findMany({ where: { anime: { title: work }, number: 2 } });
    const [decided] = await listPins(catalog.database.client, before?.id ?? '');
    const moved = [0, 1, 2, 3].map((key): Said => ({ key, number: key + 1, released: false }));
    await say(work, moved, [2]);
    const [after] = await catalog.database.client.episode.findMany({ where: { anime: { title: work }, number: 3 } });
    expect(after).toMatchObject({
      id: before?.id,
      createdAt: before?.createdAt,
      revision: (before?.revision ?? 0) + 1,
    });
    expect(after?.scheduledAt?.toISOString()).toBe(PINNED_TIME);
    expect(await listPins(catalog.database.client, after?.id ?? '')).toEqual([decided]);
  });

  test('keeps it where it returns in another anime', async () => {
    const [work, other] = [await createWork(catalog, 'mal'), await createWork(catalog, 'mal')];
    await say(work, [said(1, 1, false), said(2, 2, false)]);
    await pin(work, said(2, 2, false));
    const id = await episodeOf(work, 2);
    await say(work, [said(1, 2, false)]);
    await catalog.import([{ ...record(work, said(2, 2, false)), anime: { source: 'mal', sourceId: other } }]);
    const { animeId } = await catalog.database.client.episode.findUniqueOrThrow({ where: { id } });
    const { title } = await catalog.database.client.anime.findUniqueOrThrow({ where: { id: animeId } });
    expect(title).toBe(other);
    expect(await listPins(catalog.database.client, animeId)).toMatchObject([{ field: 'scheduledAt', episodeId: id }]);
  });
});

describeWith(['postgres'], 'an episode that was made by hand', () => {
  const ann = { name: 'ann', reason: null };
  const planned = new Date('2030-03-03T10:00:00Z');

  const catalog = ofSuite(openTestCatalog);

  async function createAnime(): Promise<{ work: string; animeId: string }> {
    const work = await createWork(catalog, 'mal');
    const { id } = await catalog.database.client.anime.findFirstOrThrow({ where: { title: work } });
    return { work, animeId: id };
  }

  async function makeByHand(animeId: string, number: number, title: string): Promise<string> {
    const { id } = await catalog.database.client.episode.create({
      data: {
        ...{ id: randomUUID(), animeId, number, status: 'delayed', scheduledAt: planned },
        titles: { create: [{ position: 0, title, language: 'en' }] },
      },
    });
    return id;
  }

  const record = (work: string, number: number, more: object = {}) =>
    episodeRecord('mal', work, number, { sourceId: `${work}/1`, ...more });

  const shown = (id: string) =>
    catalog.database.client.episode.findUniqueOrThrow({
      where: { id },
      include: { titles: { orderBy: { position: 'asc' } } },
    });

  test('keeps what its first record says nothing of, and what the source says stands before it', async () => {
    const { work, animeId } = await createAnime();
    const id = await makeByHand(animeId, 1, 'By hand');
    expect(await catalog.import([record(work, 1, { titles: [{ title: 'As MAL says' }] })])).toMatchObject({
      updated: 1,
    });
    expect(await shown(id)).toMatchObject({
      ...{ status: 'delayed', scheduledAt: planned, titles: [{ title: 'As MAL says' }, { title: 'By hand' }] },
    });
    await catalog.import([record(work, 1, { status: 'released', releasedAt: '2020-01-01T00:00:00Z' })]);
    expect(await shown(id)).toMatchObject({ status: 'released', scheduledAt: planned });
  });

  test('is unchanged by a first record that says what stands there', async () => {
    const { work, animeId } = await createAnime();
    await makeByHand(animeId, 1, 'By hand');
    const { position } = await catalog.import([]);
    expect(await catalog.import([record(work, 1)])).toMatchObject({ unchanged: 1, position });
  });

  test('keeps it when its source gives it another number, and leaves nothing behind', async () => {
    const { work, animeId } = await createAnime();
    const id = await makeByHand(animeId, 1, 'By hand');
    await catalog.import([record(work, 1)]);
    await catalog.import([record(work, 2)]);
    expect(await catalog.database.client.episode.findMany({ where: { animeId } })).toMatchObject([
      { id, status: 'delayed' },
    ]);
    expect(await shown(id)).toMatchObject({ titles: [{ title: 'By hand' }] });
  });

  test('keeps it where its id led to another for a time', async () => {
    const { work, animeId } = await createAnime();
    const id = await makeByHand(animeId, 1, 'By hand');
    const another = record(work, 2, { sourceId: `${work}/2` });
    await catalog.import([record(work, 1), another]);
    await catalog.import([{ ...another, number: 1 }]);
    expect(await catalog.database.client.episodeAlias.findUnique({ where: { id } })).not.toBeNull();
    await catalog.import([record(work, 3)]);
    expect(await shown(id)).toMatchObject({ status: 'delayed', titles: [{ title: 'By hand' }] });
  });

  test('keeps it under a decision, and when that is lifted', async () => {
    const { work, animeId } = await createAnime();
    const id = await makeByHand(animeId, 1, 'By hand');
    await catalog.import([record(work, 1, { scheduledAt: '2031-01-01T00:00:00Z' })], { review: true });
    const proposal = await catalog.database.client.proposal.findFirstOrThrow({ where: { sourceId: `${work}/1` } });
    await approveProposal(catalog, proposal.id, { into: null, asNew: false }, ann);
    expect(await listPins(catalog.database.client, id)).toMatchObject([{ field: 'scheduledAt' }]);
    expect(await shown(id)).toMatchObject({ status: 'delayed', titles: [{ title: 'By hand' }] });
    await catalog.import([record(work, 1, { scheduledAt: null })]);
    await liftPins(catalog, id, null, ann);
    expect(await shown(id)).toMatchObject({ status: 'delayed', scheduledAt: planned });
  });

  test.each([
    ['of the survivor', true],
    ['of the other', false],
  ])('keeps it in a merge with one that a source tells of: %s', async (_, isSurvivor) => {
    const [made, told] = [await createAnime(), await createAnime()];
    const id = await makeByHand(made.animeId, 1, 'By hand');
    await catalog.import([record(told.work, 1, { titles: [{ title: 'As MAL says' }] })]);
    const [survivor, loser] = isSurvivor ? [made, told] : [told, made];
    await mergeAnime(catalog, loser.animeId, survivor.animeId, ann);
    const [episode, ...others] = await catalog.database.client.episode.findMany({
      where: { animeId: survivor.animeId },
      include: { titles: { orderBy: { position: 'asc' } } },
    });
    expect(others).toEqual([]);
    expect(episode).toMatchObject({
      ...{ status: 'delayed', scheduledAt: planned, titles: [{ title: 'As MAL says' }, { title: 'By hand' }] },
    });
    expect(episode?.id === id).toBe(isSurvivor);
  });
});
