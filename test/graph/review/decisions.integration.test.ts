import { expect, test } from '@jest/globals';
import { approveProposal, rejectProposal } from '../../../src/graph/review/decideProposal.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import { setSourceApproved } from '../../../src/graph/review/sources.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord as anime, episodeRecord } from '../../support/records.ts';
import { GraphTester } from '../graphTester.ts';
import { approveSeen } from './approveSeen.ts';

const plain = { into: null, asNew: false };
const ann = { name: 'ann', reason: 'checked against the site' };

describeWith(['postgres'], 'reviews', () => {
  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));

  const propose = async (record: object, review = false) => {
    const report = await catalog.import([record], { review });
    const id = report.notices[0]?.proposalId;
    if (typeof id !== 'string') throw new Error(`no proposal: ${JSON.stringify(report)}`);
    return id;
  };
  const stored = (title: string) =>
    catalog.database.client.anime.findFirstOrThrow({
      where: { titles: { some: { title } } },
      include: { titles: true, externalIds: true },
    });
  const kindsAfter = async (start: bigint) => {
    const position = { gt: start };
    const events = await catalog.database.client.event.findMany({ where: { position }, orderBy: { position: 'asc' } });
    return events.map(({ kind }) => kind);
  };

  test('an unapproved source waits; what the reviewer accepts stands above every source', async () => {
    await catalog.import([anime('mal', '1', { year: 2013 })]);
    const id = await propose(anime('blog', 'x', { externalIds: { mal: '1' }, year: 2014 }));
    const { position } = await catalog.import([]);
    const { proposal, events } = await approveProposal(catalog, id, plain, ann);
    expect(proposal).toMatchObject({ status: 'approved', reviewer: 'ann', decision: 'checked against the site' });
    expect(events).toBe(1);
    expect(await kindsAfter(position)).toEqual(['anime_updated']);
    expect(await stored('mal 1')).toMatchObject({ year: 2014, revision: 2 });
    await catalog.import([anime('mal', '1', { year: 2015, episodes: 12 })]);
    expect(await stored('mal 1')).toMatchObject({ year: 2014, episodeCount: 12, revision: 3 });
    expect(await catalog.database.client.publication.findFirst({ where: { kind: 'review' } })).toMatchObject({
      actor: 'ann',
    });
  });

  test('an ambiguous one needs a choice', async () => {
    await catalog.import([anime('mal', '2'), anime('anidb', '3')]);
    const id = await propose(anime('anilist', '4', { externalIds: { mal: '2', anidb: '3' } }));
    await expect(approveProposal(catalog, id, plain, ann)).rejects.toMatchObject({
      code: 'invalid_parameter',
      parameter: 'into',
    });
    const into = await stored('mal 2');
    await approveProposal(catalog, id, { into: into.id, asNew: false }, ann);
    expect((await stored('mal 2')).externalIds.map(({ site, externalId }) => `${site}:${externalId}`)).toEqual([
      'mal:2',
      'anilist:4',
    ]);
    expect(await catalog.import([anime('anilist', '4', { externalIds: { mal: '2', anidb: '3' } })])).toMatchObject({
      unchanged: 1,
    });
  });

  test('a later publication makes a proposal stale: refused with the difference, accepted by who has seen that', async () => {
    await catalog.import([anime('mal', '6', { year: 2000 })]);
    const id = await propose(anime('mal', '6', { year: 2001 }), true);
    await catalog.import([anime('mal', '6', { year: 2002 })]);
    // The key was published by a later import, so the record waits no more.
    await expect(approveProposal(catalog, id, plain, ann)).rejects.toMatchObject({ code: 'conflict' });
    const other = await propose(anime('blog', '6', { externalIds: { mal: '6' }, year: 2003 }));
    await catalog.import([anime('mal', '6', { year: 2004 })]);
    await expect(approveProposal(catalog, other, plain, ann)).rejects.toThrow(/year: 2004 → 2003/);
    await approveSeen(catalog, catalog.database, other, plain, ann);
    expect(await stored('mal 6')).toMatchObject({ year: 2003 });
  });

  test('of two reviewers at once one wins, the other hears who did', async () => {
    const id = await propose(anime('blog', '7'));
    const outcomes = await Promise.allSettled([
      approveProposal(catalog, id, plain, { name: 'ann', reason: null }),
      rejectProposal(catalog, id, { name: 'bob', reason: null }),
    ]);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/was (approved|rejected) by (ann|bob) at /),
    });
  });

  test('a record that waits goes on by what its source said of it; what a reviewer reads does not change under him', async () => {
    const first = await propose(anime('blog', '12', { year: 1990 }));
    const second = await propose({ type: 'anime', source: 'blog', sourceId: '12', episodes: 13 });
    expect(second).not.toBe(first);
    await expect(approveProposal(catalog, first, plain, ann)).rejects.toThrow(/was superseded/);
    await approveProposal(catalog, second, plain, ann);
    expect(await stored('blog 12')).toMatchObject({ year: 1990, episodeCount: 13 });
  });

  test('an episode waits for its anime', async () => {
    const parent = await propose(anime('blog', '9'));
    const child = await propose(episodeRecord('blog', '9', 1));
    await expect(approveProposal(catalog, child, plain, ann)).rejects.toThrow(/decide on its proposal first/);
    await approveProposal(catalog, parent, plain, ann);
    const { position } = await catalog.import([]);
    await approveProposal(catalog, child, plain, ann);
    expect(await kindsAfter(position)).toEqual(['episode_updated']);
  });

  test('an episode whose number was taken meanwhile is a conflict, and hides no other proposal', async () => {
    const episode = (id: string, number: number) => ({
      ...{ type: 'episode', source: 'feed', sourceId: id, anime: { source: 'mal', sourceId: '30' }, number },
    });
    await setSourceApproved(catalog.database.client, 'feed', true);
    await catalog.import([anime('mal', '30'), episode('t1', 1), episode('t2', 2)]);
    await setSourceApproved(catalog.database.client, 'feed', false);
    const id = await propose(episode('t1', 2));
    await expect(approveProposal(catalog, id, plain, ann)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has another episode at number 2'),
    });
    const graph = new GraphTester(catalog.database);
    const { data, codes } = await graph.ask(`{ proposal(id: "${id}") { difference { field } }
      proposals(first: 100) { nodes { id difference { field } } } }`);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({ proposal: { difference: [] } });
  });

  test('a decided proposal keeps what its decision changed, or would have', async () => {
    await catalog.import([anime('mal', '31', { year: 2000 })]);
    const [approved, rejected] = [
      await propose(anime('blog', '31', { externalIds: { mal: '31' }, year: 2001 })),
      await propose(anime('wiki', '31', { externalIds: { mal: '31' }, year: 2002 })),
    ];
    await rejectProposal(catalog, rejected, ann);
    await approveProposal(catalog, approved, plain, ann);
    await catalog.import([anime('mal', '31', { year: 2005, episodes: 3 })]);
    const { data } = await new GraphTester(catalog.database).ask(`{
      approved: proposal(id: "${approved}") { difference { field before after } }
      rejected: proposal(id: "${rejected}") { difference { field before after } } }`);
    expect(data).toMatchObject({
      approved: { difference: expect.arrayContaining([{ field: 'year', before: '2000', after: '2001' }]) },
      rejected: { difference: expect.arrayContaining([{ field: 'year', before: '2000', after: '2002' }]) },
    });
  });

  test('each mutation of an operation answers with what it made', async () => {
    await catalog.import([anime('mal', '40'), anime('mal', '41'), anime('mal', '42')]);
    const [a, b, into] = [await stored('mal 40'), await stored('mal 41'), await stored('mal 42')];
    const ask = (id: string) =>
      `mergeAnime(input: { anime: "${id}", into: "${into.id}" }) { anime { revision alternativeTitles { title } } }`;
    const graph = new GraphTester(catalog.database, catalog);
    const { data, codes } = await graph.ask(`mutation { a: ${ask(a.id)} b: ${ask(b.id)} }`);
    expect(codes).toEqual([]);
    expect(data).toMatchObject({
      a: { anime: { revision: 2, alternativeTitles: [{ title: 'mal 42' }] } },
      b: { anime: { revision: 3, alternativeTitles: [{ title: 'mal 41' }, { title: 'mal 42' }] } },
    });
  });

  test.each(['\u0000', '\ud800'])('a reason or a name that no table can hold (%j) is named', async (text) => {
    const id = await propose(anime('blog', `text ${text.charCodeAt(0)}`));
    const graph = new GraphTester(catalog.database, catalog);
    const reject = 'mutation ($input: RejectProposalInput!) { rejectProposal(input: $input) { events } }';
    for (const parameter of ['reason', 'reviewer']) {
      const { codes } = await graph.ask(reject, { input: { id, [parameter]: `a${text}b` } });
      expect(codes).toEqual(['invalid_parameter']);
    }
  });

  test('sources are approved and revoked', async () => {
    await setSourceApproved(catalog.database.client, 'wiki', true);
    expect(await catalog.import([anime('wiki', '1')])).toMatchObject({ created: 1 });
    await setSourceApproved(catalog.database.client, 'wiki', false);
    expect(await catalog.import([anime('wiki', '2')])).toMatchObject({ proposed: 1 });
    await expect(setSourceApproved(catalog.database.client, 'nobody', false)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(setSourceApproved(catalog.database.client, 'review', true)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  test('two anime become one', async () => {
    const at = '2020-01-01T00:00:00.000Z';
    await catalog.import([
      anime('mal', '20', { externalIds: { tmdb: 'tv/1' }, genres: ['Action'] }),
      anime('mal', '21', { externalIds: { anidb: '77' }, genres: ['Drama'] }),
      episodeRecord('mal', '20', 1),
      episodeRecord('mal', '21', 1, { status: 'released', releasedAt: at }),
      episodeRecord('mal', '21', 2),
    ]);
    const [survivor, loser] = [await stored('mal 20'), await stored('mal 21')];
    const [joined] = await catalog.database.client.episode.findMany({ where: { animeId: loser.id, number: 1 } });
    const { position } = await catalog.import([]);
    expect(await mergeAnime(catalog, loser.id, survivor.id, ann)).toMatchObject({
      animeId: survivor.id,
      episodesMoved: 2,
    });

    const kinds = await kindsAfter(position);
    expect(kinds.filter((kind) => kind === 'anime_updated')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'episode_updated').length).toBeGreaterThanOrEqual(1);
    expect(kinds).not.toContain('episode_released');
    expect(await catalog.database.client.anime.findUnique({ where: { id: loser.id } })).toMatchObject({
      mergedIntoId: survivor.id,
    });
    const merged = await catalog.database.client.anime.findUniqueOrThrow({
      where: { id: survivor.id },
      include: {
        externalIds: true,
        titles: true,
        episodes: { orderBy: { number: 'asc' } },
        genres: { include: { genre: true } },
      },
    });
    expect(merged.externalIds.map(({ site }) => site).sort()).toEqual(['anidb', 'mal', 'mal', 'tmdb']);
    expect(merged.titles.map(({ title }) => title)).toEqual(['mal 20', 'mal 21']);
    expect(merged.genres.map(({ genre }) => genre.name).sort()).toEqual(['Action', 'Drama']);
    expect(merged.episodes.map(({ number }) => Number(number))).toEqual([1, 2]);
    expect(await catalog.database.client.episodeAlias.findUnique({ where: { id: joined?.id ?? '' } })).toMatchObject({
      episodeId: merged.episodes[0]?.id,
    });
    const late = await propose(anime('blog', '20'));
    await expect(approveProposal(catalog, late, { into: loser.id, asNew: false }, ann)).rejects.toMatchObject({
      code: 'not_found',
    });
    // Both keys go on meaning the survivor.
    expect(
      await catalog.import([anime('mal', '21', { externalIds: { anidb: '77' }, genres: ['Drama'], year: 2001 })]),
    ).toMatchObject({ updated: 1 });
    await expect(mergeAnime(catalog, loser.id, survivor.id, ann)).rejects.toMatchObject({ code: 'conflict' });
    await expect(mergeAnime(catalog, survivor.id, survivor.id, ann)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });
});
