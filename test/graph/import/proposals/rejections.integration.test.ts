import { expect, test } from '@jest/globals';
import { approveProposal, rejectProposal } from '../../../../src/graph/review/decideProposal.ts';
import { mergeAnime } from '../../../../src/graph/review/mergeAnime.ts';
import { reopenProposal } from '../../../../src/graph/review/reopenProposal.ts';
import { setSourceApproved } from '../../../../src/graph/review/sources.ts';
import { describeWith } from '../../../support/describeWith.ts';
import { ofSuite } from '../../../support/ofSuite.ts';
import { openTestCatalog } from '../../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../../support/records.ts';

const anime = (sourceId: string, more = {}) => animeRecord('mal', sourceId, more);
const partial = (sourceId: string, more: object) => ({ type: 'anime', source: 'mal', sourceId, ...more });
const plain = { into: null, asNew: false };
const ann = { name: 'ann', reason: null };

describeWith(['postgres'], 'what a reviewer rejected', () => {
  const catalog = ofSuite(openTestCatalog);

  const stored = (sourceId: string) =>
    catalog.database.client.anime.findFirstOrThrow({ where: { titles: { some: { title: `mal ${sourceId}` } } } });
  const propose = async (record: object) => {
    const report = await catalog.import([record], { review: true });
    const id = report.notices[0]?.proposalId;
    if (typeof id !== 'string') throw new Error(JSON.stringify(report));
    return id;
  };
  const reject = async (record: object) => {
    const id = await propose(record);
    await rejectProposal(catalog, id, ann);
    return id;
  };
  /** An anime of 2013 whose source said 2014 under review, which was rejected. */
  const reject2014 = async (sourceId: string) => {
    await catalog.import([anime(sourceId, { year: 2013 })]);
    return await reject(anime(sourceId, { year: 2014 }));
  };

  test('stays out and is counted as held, however often it is said', async () => {
    const id = await reject2014('1');
    for (const options of [{}, { review: true }, { dryRun: true }]) {
      expect(await catalog.import([anime('1', { year: 2014 })], options)).toMatchObject({
        ...{ held: 1, unchanged: 0, proposed: 0, updated: 0 },
        notices: [{ index: 0, outcome: 'held', reason: expect.stringContaining('year'), proposalId: id }],
      });
    }
    expect(await catalog.import([anime('1', { year: 2014, episodes: 12 })])).toMatchObject({ updated: 1, held: 0 });
    expect(await stored('1')).toMatchObject({ year: 2013, episodeCount: 12 });
    expect(await catalog.import([partial('1', { episodes: 12 })])).toMatchObject({ unchanged: 1, held: 0 });
  });

  test.each([
    ['said another value', 2015, { updated: 1 }],
    ['taken it back', 2013, { unchanged: 1, held: 0 }],
  ])('is heard again once the source has %s', async (_what, year, counted) => {
    const id = `2 ${year}`;
    await reject2014(id);
    expect(await catalog.import([anime(id, { year })])).toMatchObject(counted);
    expect(await catalog.import([anime(id, { year: 2014 })])).toMatchObject({ updated: 1 });
    expect(await stored(id)).toMatchObject({ year: 2014 });
  });

  test('comes to the reviewer again once the source has said another value, and a dry run is no word', async () => {
    await reject2014('4');
    await catalog.import([anime('4', { year: 2015 })], { dryRun: true });
    expect(await catalog.import([anime('4', { year: 2014 })], { review: true })).toMatchObject({ held: 1 });
    await catalog.import([anime('4', { year: 2015 })]);
    expect(await catalog.import([anime('4', { year: 2014 })], { review: true })).toMatchObject({ proposed: 1 });
  });

  test('is each value by itself: another word for one leaves the other out', async () => {
    await catalog.import([anime('5', { year: 2013, episodes: 11 })]);
    await reject(anime('5', { year: 2014, episodes: 12 }));
    await catalog.import([partial('5', { year: 2015 })]);
    expect(await catalog.import([anime('5', { year: 2014, episodes: 12 })])).toMatchObject({ updated: 1 });
    expect(await stored('5')).toMatchObject({ year: 2014, episodeCount: 11 });
    expect(await catalog.import([anime('5', { year: 2014, episodes: 12 })])).toMatchObject({ held: 1 });
  });

  test('stays out when something else is rejected later', async () => {
    await reject2014('6');
    await reject(partial('6', { episodes: 12 }));
    expect(await catalog.import([anime('6', { year: 2014, episodes: 12 })])).toMatchObject({ held: 1, updated: 0 });
    expect(await stored('6')).toMatchObject({ year: 2013, episodeCount: null });
  });

  test('is no part of what its source proposes next', async () => {
    await reject2014('7');
    const next = await propose(anime('7', { year: 2014, episodes: 12 }));
    await approveProposal(catalog, next, plain, ann);
    expect(await stored('7')).toMatchObject({ year: 2013, episodeCount: 12 });
  });

  test('of a source that is not approved comes up again after another record of it was approved', async () => {
    const blog = (year: number) => ({ ...anime('8', { year }), source: 'blog' });
    await rejectProposal(catalog, (await catalog.import([blog(2014)])).notices[0]?.proposalId ?? '', ann);
    expect(await catalog.import([blog(2014)])).toMatchObject({ held: 1, proposed: 0 });
    const other = (await catalog.import([blog(2015)])).notices[0]?.proposalId ?? '';
    await approveProposal(catalog, other, plain, ann);
    expect(await catalog.import([blog(2014)])).toMatchObject({ proposed: 1 });
  });

  test('and had been proposed as a new anime is published when its source, approved by now, says something else', async () => {
    const wiki = (year: number) => ({ ...anime('9', { year }), source: 'wiki' });
    await rejectProposal(catalog, (await catalog.import([wiki(2014)])).notices[0]?.proposalId ?? '', ann);
    await setSourceApproved(catalog.database.client, 'wiki', true);
    expect(await catalog.import([wiki(2014)])).toMatchObject({ held: 1 });
    expect(await catalog.import([wiki(2015)])).toMatchObject({ created: 1 });
    expect(await catalog.import([wiki(2014)])).toMatchObject({ updated: 1 });
  });

  test('and was never published stays out when its source says a part of it, until it states another value', async () => {
    const diary = (more: object) => ({ ...partial('14', more), source: 'diary' });
    const whole = diary({ titles: [{ title: 'mal 14' }], year: 2000 });
    await rejectProposal(catalog, (await catalog.import([whole])).notices[0]?.proposalId ?? '', ann);
    for (const part of [{ titles: [{ title: 'mal 14' }] }, { year: 2000 }]) {
      expect(await catalog.import([diary(part)])).toMatchObject({ held: 1, proposed: 0 });
    }
    expect(await catalog.import([{ ...whole, year: 2001 }])).toMatchObject({ proposed: 1 });
  });

  test('waits again once it is reopened, without what its source has replaced since', async () => {
    await catalog.import([anime('15', { year: 2013, episodes: 11 })]);
    const id = await reject(anime('15', { year: 2014, episodes: 12 }));
    await catalog.import([partial('15', { year: 2015 })]);
    const reopened = await reopenProposal(catalog, id, ann);
    expect(reopened).toMatchObject({ status: 'pending', record: { sourceId: '15', episodes: 12 }, reviewer: 'ann' });
    await expect(reopenProposal(catalog, id, ann)).rejects.toThrow(/is already pending/);
    await expect(reopenProposal(catalog, reopened.id, ann)).rejects.toThrow(/is pending: only a rejection/);
    expect(await catalog.import([partial('15', { episodes: 12 })])).toMatchObject({ proposed: 1, held: 0 });
    await approveProposal(catalog, reopened.id, plain, ann).catch(async ({ message }) => {
      await approveProposal(catalog, reopened.id, { ...plain, seen: /seen (\w+)\.$/.exec(message)?.[1] ?? '' }, ann);
    });
    expect(await stored('15')).toMatchObject({ year: 2015, episodeCount: 12 });
    await expect(reopenProposal(catalog, id, ann)).rejects.toThrow(/no longer keeps anything out/);
    await expect(reopenProposal(catalog, reopened.id, ann)).rejects.toThrow(/is approved.*unpin/);
    expect(await catalog.database.client.proposal.findUnique({ where: { id } })).toMatchObject({ status: 'rejected' });
  });

  test('waits again until its source says otherwise, which nobody decided', async () => {
    await catalog.import([anime('17', { year: 2013 })]);
    const reopened = await reopenProposal(catalog, await reject(anime('17', { year: 2014 })), ann);
    await propose(partial('17', { year: 2016 }));
    expect(await catalog.database.client.proposal.findUnique({ where: { id: reopened.id } })).toMatchObject({
      ...{ status: 'superseded', reviewer: null, decision: null },
    });
  });

  test('waits again with the anime that survived merges since as candidates, and its rejection says that it was reopened', async () => {
    await catalog.import([anime('16'), { ...anime('16x'), source: 'anidb' }]);
    const [survivor, loser] = [
      await stored('16'),
      await catalog.database.client.anime.findFirstOrThrow({
        where: { externalIds: { some: { site: 'anidb', externalId: '16x' } } },
      }),
    ];
    const { notices } = await catalog.import([anime('16', { externalIds: { anidb: '16x' } })]);
    const id = notices[0]?.proposalId ?? '';
    await rejectProposal(catalog, id, ann);
    await mergeAnime(catalog, loser.id, survivor.id, ann);
    const reopened = await reopenProposal(catalog, id, { name: 'bob', reason: 'seen again' });
    expect(reopened).toMatchObject({ candidates: [survivor.id], reviewer: 'bob', decision: 'seen again' });
    await rejectProposal(catalog, reopened.id, ann);
    await expect(reopenProposal(catalog, id, ann)).rejects.toThrow(/it was reopened, or mal has stated other values/);
  });

  test('is an identity too: the ids stay out, the rest is published', async () => {
    const line = (more: object) => anime('10', { externalIds: { anidb: '10x' }, ...more });
    await catalog.import([anime('10'), { ...anime('10x'), source: 'anidb' }]);
    const { notices } = await catalog.import([line({})]);
    await rejectProposal(catalog, notices[0]?.proposalId ?? '', ann);
    expect(await catalog.import([line({})])).toMatchObject({ held: 1, proposed: 0 });
    expect(await catalog.import([line({ year: 2001 })])).toMatchObject({ updated: 1, proposed: 0 });
  });

  test("is an episode's release, which is one word with its status", async () => {
    const episode = (more: object) => episodeRecord('mal', '11', 1, more);
    const released = episode({ status: 'released', releasedAt: '2020-01-01T00:00:00Z' });
    await catalog.import([anime('11'), episode({ status: 'scheduled' })]);
    await reject(released);
    expect(await catalog.import([released])).toMatchObject({ held: 1 });
    expect(await catalog.import([episode({ status: 'delayed' })])).toMatchObject({ updated: 1 });
    expect(await catalog.import([released])).toMatchObject({ updated: 1, held: 0 });
  });

  test('is not ended by a line that is rejected itself', async () => {
    const episode = (number: number, more: object) => episodeRecord('mal', '12', number, more);
    await catalog.import([anime('12'), episode(1, { scheduledAt: '2030-01-01T00:00:00Z' })]);
    await reject(episode(1, { scheduledAt: '2031-01-01T00:00:00Z' }));
    const broken = episode(1, { scheduledAt: '2032-01-01T00:00:00Z', status: 'released' });
    expect(await catalog.import([broken])).toMatchObject({ rejected: 1 });
    expect(await catalog.import([episode(1, { scheduledAt: '2031-01-01T00:00:00Z' })])).toMatchObject({ held: 1 });
  });

  test('is shown by its proposal as long as it stays out', async () => {
    const id = await reject2014('13');
    const holds = async () => (await catalog.database.client.proposal.findUniqueOrThrow({ where: { id } })).holds;
    expect(await holds()).toEqual({ year: 2014 });
    await catalog.import([anime('13', { year: 2015 })]);
    expect(await holds()).toBeNull();
  });
});

describeWith(['postgres'], 'what a reviewer pinned', () => {
  const catalog = ofSuite(openTestCatalog);

  const approve = async (record: object) => {
    const { notices } = await catalog.import([record], { review: true });
    await approveProposal(catalog, notices[0]?.proposalId ?? '', plain, ann);
  };

  test('holds back what the sources say otherwise, and that is counted', async () => {
    await catalog.import([anime('1', { year: 2013 })]);
    await approve(anime('1', { year: 2014 }));
    const { animeId } = await catalog.database.client.sourceRecord.findFirstOrThrow({ where: { source: 'review' } });
    for (let round = 0; round < 2; round += 1) {
      expect(await catalog.import([anime('1', { year: 2015 })])).toMatchObject({
        ...{ held: 1, unchanged: 0 },
        notices: [{ outcome: 'held', reason: expect.stringMatching(`year.*review unpin ${animeId} --field year$`) }],
      });
    }
    expect(await catalog.import([partial('1', { year: 2014 })])).toMatchObject({ unchanged: 1, held: 0 });
    expect(await catalog.import([anime('1', { year: 2015, episodes: 12 })])).toMatchObject({ updated: 1, held: 0 });
  });

  test('does not hold back what would not count without it either', async () => {
    await catalog.import([anime('2', { year: 2013 })]);
    await approve(anime('2', { year: 2014 }));
    const less = { ...anime('2'), source: 'anilist', externalIds: { mal: '2' }, year: 2011 };
    await catalog.import([less]);
    expect(await catalog.import([{ ...less, year: 2012 }])).toMatchObject({ unchanged: 1, held: 0 });
  });

  test('of an episode holds back as well', async () => {
    const episode = (scheduledAt: string) => episodeRecord('mal', '3', 1, { scheduledAt });
    await catalog.import([anime('3'), episode('2030-01-01T00:00:00Z')]);
    await approve(episode('2031-01-01T00:00:00Z'));
    expect(await catalog.import([episode('2032-01-01T00:00:00Z')])).toMatchObject({ held: 1, unchanged: 0 });
    expect(await catalog.import([episode('2032-01-01T00:00:00Z')])).toMatchObject({ held: 1, unchanged: 0 });
  });
});
