import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { approveProposal } from '../../../../src/graph/review/decideProposal.ts';
import { mergeAnime } from '../../../../src/graph/review/mergeAnime.ts';
import { liftPins, listPins } from '../../../../src/graph/review/pins.ts';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';
import { episodeRecord } from '../../../support/records.ts';

const ann = { name: 'ann', reason: null };
const planned = new Date('2030-03-03T10:00:00Z');

describeWith(['postgres'], 'an episode that was made by hand', () => {
  const catalog = ofSuite(openTestCatalog);
  let works = 0;

  async function createWork(): Promise<{ work: string; animeId: string }> {
    works += 1;
    const work = `w${works}`;
    await catalog.import([{ type: 'anime', source: 'mal', sourceId: work, titles: [{ title: work }] }]);
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
    const { work, animeId } = await createWork();
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
    const { work, animeId } = await createWork();
    await makeByHand(animeId, 1, 'By hand');
    const { position } = await catalog.import([]);
    expect(await catalog.import([record(work, 1)])).toMatchObject({ unchanged: 1, position });
  });

  test('keeps it when its source gives it another number, and leaves nothing behind', async () => {
    const { work, animeId } = await createWork();
    const id = await makeByHand(animeId, 1, 'By hand');
    await catalog.import([record(work, 1)]);
    await catalog.import([record(work, 2)]);
    expect(await catalog.database.client.episode.findMany({ where: { animeId } })).toMatchObject([
      { id, status: 'delayed' },
    ]);
    expect(await shown(id)).toMatchObject({ titles: [{ title: 'By hand' }] });
  });

  test('keeps it where its id led to another for a time', async () => {
    const { work, animeId } = await createWork();
    const id = await makeByHand(animeId, 1, 'By hand');
    const another = record(work, 2, { sourceId: `${work}/2` });
    await catalog.import([record(work, 1), another]);
    await catalog.import([{ ...another, number: 1 }]);
    expect(await catalog.database.client.episodeAlias.findUnique({ where: { id } })).not.toBeNull();
    await catalog.import([record(work, 3)]);
    expect(await shown(id)).toMatchObject({ status: 'delayed', titles: [{ title: 'By hand' }] });
  });

  test('keeps it under a decision, and when that is lifted', async () => {
    const { work, animeId } = await createWork();
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
    const [made, told] = [await createWork(), await createWork()];
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
