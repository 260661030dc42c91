import { expect, test } from '@jest/globals';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';

type Line = readonly [key: number, number: number];
type Source = 'mal' | 'anilist';

const EPISODES = Array.from({ length: 9 }, (_, index): Line => [index + 1, index + 1]);
const BATCHES = [1, 4];

/** What a source says of the series from then on. */
const renumberings: Readonly<Record<string, readonly Line[]>> = {
  'a prologue in front': [[0, 1], ...EPISODES.map(([key, number]): Line => [key, number + 1])],
  'three prologues in front': [
    ...[-2, -1, 0].map((key): Line => [key, key + 3]),
    ...EPISODES.map(([key, number]): Line => [key, number + 3]),
  ],
  'one put in': EPISODES.map(([key, number]): Line => [key, key > 4 ? number + 1 : number]),
  'the first taken out': EPISODES.slice(1).map(([key, number]): Line => [key, number - 1]),
  'turned around': EPISODES.map(([key, number]): Line => [key, 10 - number]),
};

describeWith(['postgres'], 'a series that takes several batches', () => {
  const catalog = ofSuite(openTestCatalog);
  let works = 0;

  async function createWork(sources: readonly Source[]): Promise<string> {
    works += 1;
    const work = `w${works}`;
    const anime = { type: 'anime', sourceId: work, titles: [{ title: work }] };
    await catalog.import([
      { ...anime, source: 'mal' },
      { ...anime, source: 'anilist', externalIds: { mal: work } },
    ]);
    for (const source of sources) await say(work, source, EPISODES, EPISODES.length);
    return work;
  }

  async function say(work: string, source: Source, lines: readonly Line[], most: number): Promise<void> {
    const records = lines.map(([key, number]) => ({
      ...{ type: 'episode', source, sourceId: `${work}/${key}`, anime: { source, sourceId: work }, number },
      ...{ status: 'released', releasedAt: '2020-01-01T00:00:00Z', titles: [{ title: `${source}'s ${key}` }] },
    }));
    for (let at = 0; at < records.length; at += most) {
      expect(await catalog.import(records.slice(at, at + most))).toMatchObject({ rejected: 0 });
    }
  }

  const episodesOf = (work: string) =>
    catalog.database.client.episode.findMany({
      where: { anime: { title: work } },
      orderBy: { number: 'asc' },
      include: { titles: { orderBy: { position: 'asc' } }, aliases: true },
    });

  /** Of each episode the number that its id had at first, its titles, and which other ids lead to it. */
  async function outcome(work: string, first: ReadonlyMap<string, number>) {
    return (await episodesOf(work)).map(({ id, number, titles, aliases }) => ({
      ...{ number: Number(number), was: first.get(id), titles: titles.map(({ title }) => title) },
      leads: aliases.flatMap((alias) => first.get(alias.id) ?? []),
    }));
  }

  /** How often episode.released was emitted for those that were there at first. */
  async function released(first: ReadonlyMap<string, number>) {
    const events = await catalog.database.client.event.findMany({
      where: { episodeId: { in: [...first.keys()] }, kind: 'episode_released' },
    });
    return events.length;
  }

  const cases = Object.entries(renumberings).flatMap(([name, lines]) =>
    (
      [
        ['in order', ['mal']],
        ['from the last', ['anilist', 'mal']],
      ] as const
    ).map(([order, sources]) => [name, sources.join(' before '), order, lines, sources] as const),
  );

  test.each(cases)('%s by mal, known to %s, %s: ends as in one batch', async (_, __, order, lines, sources) => {
    const ordered = order === 'in order' ? lines : [...lines].reverse();
    const outcomes: unknown[] = [];
    for (const most of [ordered.length, ...BATCHES]) {
      const work = await createWork(sources);
      const first = new Map((await episodesOf(work)).map(({ id, number }) => [id, Number(number)]));
      await say(work, 'mal', ordered, most);
      outcomes.push(await outcome(work, first));
      expect(await released(first)).toBe(EPISODES.length);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });
});
