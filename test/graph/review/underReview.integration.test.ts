import { expect, test } from '@jest/globals';
import { approveProposal, rejectProposal } from '../../../src/graph/review/decideProposal.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';
import { approveSeen } from './approveSeen.ts';

const anime = (sourceId: string, more = {}) => animeRecord('mal', sourceId, more);
const partial = (sourceId: string, more: object) => ({ type: 'anime', source: 'mal', sourceId, ...more });
const plain = { into: null, asNew: false };
const ann = { name: 'ann', reason: null };

describeWith(['postgres'], 'what waits for a reviewer', () => {
  const catalog = ofSuite(openTestCatalog);

  const stored = (sourceId: string) =>
    catalog.database.client.anime.findFirstOrThrow({ where: { titles: { some: { title: `mal ${sourceId}` } } } });
  const proposals = (sourceId: string) =>
    catalog.database.client.proposal.findMany({ where: { sourceId }, orderBy: { id: 'asc' } });
  const pending = async (sourceId: string) => (await proposals(sourceId)).filter(({ status }) => status === 'pending');

  /** An anime of 2013 whose source said 2014 under review. */
  const propose2014 = async (sourceId: string) => {
    await catalog.import([anime(sourceId, { year: 2013 })]);
    const report = await catalog.import([anime(sourceId, { year: 2014 })], { review: true });
    const id = report.notices[0]?.proposalId;
    if (typeof id !== 'string') throw new Error(JSON.stringify(report));
    return id;
  };

  test('is withdrawn when its source takes it back', async () => {
    const id = await propose2014('1');
    expect(await catalog.import([anime('1', { year: 2013 })])).toMatchObject({ unchanged: 1, proposed: 0 });
    expect(await proposals('1')).toMatchObject([{ status: 'superseded' }]);
    await expect(approveProposal(catalog, id, plain, ann)).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored('1')).toMatchObject({ year: 2013, revision: 1 });
  });

  test('is published by nobody else: what its source says beside it is, it goes on waiting', async () => {
    const id = await propose2014('2');
    expect(await catalog.import([partial('2', { episodes: 12 })])).toMatchObject({ updated: 1 });
    expect(await stored('2')).toMatchObject({ year: 2013, episodeCount: 12 });
    expect(await pending('2')).toMatchObject([{ id }]);
    // The anime has changed since: who sees that accepts what is left to change.
    await expect(approveProposal(catalog, id, plain, ann)).rejects.toThrow(/year: 2013 → 2014\./);
    await approveSeen(catalog, catalog.database, id, plain, ann);
    expect(await stored('2')).toMatchObject({ year: 2014, episodeCount: 12 });
  });

  test('is published by nobody else, the same words of its source included', async () => {
    const id = await propose2014('3');
    const again = await catalog.import([anime('3', { year: 2014 })]);
    expect(again).toMatchObject({ proposed: 1, updated: 0, notices: [{ proposalId: id }] });
    expect(await catalog.import([anime('3', { year: 2014, episodes: 12 })])).toMatchObject({ updated: 1 });
    expect(await stored('3')).toMatchObject({ year: 2013, episodeCount: 12 });
    expect(await pending('3')).toMatchObject([{ id }]);
  });

  test('gives way to another word of its source; what that leaves goes on waiting', async () => {
    await catalog.import([anime('4', { year: 2013, episodes: 11 })]);
    await catalog.import([anime('4', { year: 2014, episodes: 12 })], { review: true });
    expect(await catalog.import([partial('4', { year: 2015 })])).toMatchObject({ updated: 1 });
    expect(await stored('4')).toMatchObject({ year: 2015, episodeCount: 11 });
    const [left] = await pending('4');
    expect(left?.record).toMatchObject({ episodes: 12 });
    expect(left?.record).not.toHaveProperty('year');
    await approveProposal(catalog, left?.id ?? '', plain, ann);
    expect(await stored('4')).toMatchObject({ year: 2015, episodeCount: 12 });
  });

  test('and is new to the catalogue waits as a whole', async () => {
    await catalog.import([anime('5', { year: 2014 })], { review: true });
    expect(await catalog.import([partial('5', { episodes: 12 })])).toMatchObject({ proposed: 1 });
    const [left] = await pending('5');
    expect(left?.record).toMatchObject({ year: 2014, episodes: 12 });
    await approveProposal(catalog, left?.id ?? '', plain, ann);
    expect(await stored('5')).toMatchObject({ year: 2014, episodeCount: 12 });
  });

  test('is what the last of several lines of a key says', async () => {
    await catalog.import([anime('7'), { ...anime('8'), source: 'anidb', titles: [{ title: 'anidb 8' }] }]);
    const both = { mal: '7', anidb: '8' };
    const line = (externalIds: object, year: number) => ({
      ...{ type: 'anime', source: 'anilist', sourceId: '9', titles: [{ title: 'anilist 9' }], externalIds, year },
    });
    const report = await catalog.import([line(both, 1999), line({ mal: '7' }, 2000)]);
    expect(report).toMatchObject({ updated: 1, proposed: 0 });
    expect(await stored('7')).toMatchObject({ year: 2000 });
    expect(await proposals('9')).toEqual([]);
  });

  test('and was rejected does not come up again in however many lines its source says it', async () => {
    const lines = [anime('10', { year: 1999 }), partial('10', { year: 2000, episodes: 12 })];
    const id = (await catalog.import(lines, { review: true })).notices[0]?.proposalId ?? '';
    await rejectProposal(catalog, id, ann);
    expect(await catalog.import(lines, { review: true })).toMatchObject({ held: 2, unchanged: 0, proposed: 0 });
    expect(await proposals('10')).toHaveLength(1);
  });

  test('is an episode too', async () => {
    const episode = (more: object) => episodeRecord('mal', '11', 1, more);
    await catalog.import([anime('11'), episode({ scheduledAt: '2030-01-01T00:00:00Z' })]);
    await catalog.import([episode({ status: 'released', releasedAt: '2020-01-01T00:00:00Z' })], { review: true });
    const titles = [{ title: 'One' }];
    expect(await catalog.import([{ type: 'episode', source: 'mal', sourceId: '11/1', titles }])).toMatchObject({
      updated: 1,
    });
    const read = () =>
      catalog.database.client.episode.findFirstOrThrow({ where: { records: { some: { sourceId: '11/1' } } } });
    expect(await read()).toMatchObject({ status: 'scheduled', releasedAt: null });
    const [left] = await pending('11/1');
    await expect(approveProposal(catalog, left?.id ?? '', plain, ann)).rejects.toMatchObject({ code: 'conflict' });
    await approveSeen(catalog, catalog.database, left?.id ?? '', plain, ann);
    expect(await read()).toMatchObject({ status: 'released' });
  });

  test('goes on waiting when what its source says next is rejected for where it would go', async () => {
    const episodes = ['12', '13'].map((parent) => episodeRecord('mal', parent, 1, { titles: [{ title: 'One' }] }));
    await catalog.import([anime('12'), anime('13'), ...episodes]);
    await catalog.import([{ ...episodes[0], titles: [{ title: 'Two' }] }], { review: true });
    const [waiting] = await pending('12/1');
    expect(waiting).toBeDefined();
    // Takes the title back, and moves to a number that its source has at the other anime already.
    const moved = { ...episodes[0], anime: episodes[1]?.anime };
    expect(await catalog.import([moved])).toMatchObject({ rejected: 1 });
    expect(await pending('12/1')).toEqual([waiting]);
  });
});
