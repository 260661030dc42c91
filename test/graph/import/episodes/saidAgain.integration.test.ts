import { expect, test } from '@jest/globals';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../../support/records.ts';

type Line = readonly [key: string, number: number];

describeWith(['postgres'], 'a record that says again what it said', () => {
  const catalog = ofSuite(openTestCatalog);
  let works = 0;

  async function createWork(): Promise<string> {
    works += 1;
    const work = `w${works}`;
    const titles = [{ title: work }];
    const second = animeRecord('anilist', work, { titles, externalIds: { mal: work } });
    await catalog.import([animeRecord('mal', work, { titles }), second]);
    return work;
  }

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
    const work = await createWork();
    await say(work, ['a', 1]);
    await say(work, ['b', 1]);
    expect(await shown(work)).toEqual(['1 b']);
    expect(await say(work, ['a', 1])).toMatchObject({ updated: 1 });
    expect(await shown(work)).toEqual(['1 a']);
    const { position } = await catalog.import([]);
    expect(await say(work, ['a', 1])).toMatchObject({ unchanged: 1, position });
  });

  test('counts anew as part of a record: what is absent is as before', async () => {
    const work = await createWork();
    await say(work, ['a', 1]);
    await say(work, ['b', 1]);
    const { anime: _, titles: __, ...part } = { titles: [], ...record(work, ['a', 1]) };
    expect(await catalog.import([part], { dryRun: true })).toMatchObject({ updated: 1 });
    expect(await catalog.import([part])).toMatchObject({ updated: 1 });
    expect(await shown(work)).toEqual(['1 a']);
  });

  test('has its own id again', async () => {
    const work = await createWork();
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
    const work = await createWork();
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
    const work = await createWork();
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
