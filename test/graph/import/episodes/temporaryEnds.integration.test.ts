import { expect, test } from '@jest/globals';
import { approveProposal } from '../../../../src/graph/review/decideProposal.ts';
import { listPins } from '../../../../src/graph/review/pins.ts';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../../support/records.ts';

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

describeWith(['postgres'], 'an episode that ends between two imports of a renumbered series and returns', () => {
  const catalog = ofSuite(openTestCatalog);
  let works = 0;

  async function createWork(): Promise<string> {
    works += 1;
    const work = `w${works}`;
    await catalog.import([animeRecord('mal', work, { titles: [{ title: work }] })]);
    return work;
  }

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
    const work = await createWork();
    await say(work, [said(1, 1, true), said(2, 2, false)]);
    const planned = await episodeOf(work, 2);
    for (const key of order) await say(work, [{ key, number: 3 - key, released: key === 1 }]);
    await say(work, [said(2, 1, true)]);
    expect(await episodeOf(work, 2)).toBe(planned);
    expect(await eventsOf(planned)).toEqual(expect.arrayContaining(['episode_released']));
  });

  test('tells of its release when the one that had told of one leaves, if it was confirmed meanwhile', async () => {
    const work = await createWork();
    await say(work, [said(1, 1, true), said(2, 2, false)]);
    const planned = await episodeOf(work, 2);
    await say(work, [said(2, 1, true)]);
    expect(await eventsOf(planned)).toEqual(['episode_updated', 'episode_updated']);
    await say(work, [said(1, 2, true)]);
    expect(await eventsOf(planned)).toEqual(['episode_updated', 'episode_updated', 'episode_released']);
  });

  test('keeps what a reviewer decided of it, when it was made and its revision', async () => {
    const work = await createWork();
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
    const [work, other] = [await createWork(), await createWork()];
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
