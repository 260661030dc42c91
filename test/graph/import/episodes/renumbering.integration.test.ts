import { expect, test } from '@jest/globals';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';

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
  'a prologue is put in front under two sources': ['1:1 2:2', 'anilist 1:1 2:2', '0:1 1:2 2:3', 'anilist 0:1 1:2 2:3'],
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

/** The same lines in other orders. */
const orders: Readonly<Record<string, (lines: readonly Line[]) => readonly Line[]>> = {
  'in order': (lines) => lines,
  'from the end': (lines) => [...lines].reverse(),
  mixed: (lines) => [...lines].sort(([a], [b]) => ((Number(a) * 7) % 5) - ((Number(b) * 7) % 5)),
};

describeWith(['postgres'], 'episodes that are renumbered', () => {
  const catalog = ofSuite(openTestCatalog);
  let works = 0;

  /** An anime that two sources know. */
  async function createWork(): Promise<string> {
    works += 1;
    const work = `w${works}`;
    const anime = { type: 'anime', sourceId: work, titles: [{ title: work }] };
    await catalog.import([
      { ...anime, source: 'mal' },
      { ...anime, source: 'anilist', externalIds: { mal: work } },
    ]);
    return work;
  }

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

  const each = Object.entries(scenarios).flatMap(([scenario, runs]) =>
    Object.keys(orders).map((order) => [scenario, order, runs.map(readRun)] as const),
  );

  test.each(each)(
    '%s, %s: one run ends where a fresh import of the last files ends',
    async (_scenario, order, runs) => {
      const ordered = orders[order] ?? ((lines) => lines);
      const [work, fresh] = [await createWork(), await createWork()];
      for (const { source, lines } of runs) {
        expect(await run(work, { source, lines: ordered(lines) })).toMatchObject({ rejected: 0 });
      }
      for (const source of ['mal', 'anilist']) {
        const last = runs.findLast((it) => it.source === source);
        if (last !== undefined) await run(fresh, last);
      }
      expect(await episodesOf(work)).toEqual(await episodesOf(fresh));

      const last = runs.at(-1);
      const { position } = await catalog.import([]);
      if (last !== undefined) expect(await run(work, last)).toMatchObject({ unchanged: last.lines.length });
      expect(await catalog.import([])).toMatchObject({ position });
    },
  );

  test('keep their ids along with their keys', async () => {
    const work = await createWork();
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
    const work = await createWork();
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
    const work = await createWork();
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
