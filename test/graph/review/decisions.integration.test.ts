import { expect, test } from '@jest/globals';
import { approveProposal, rejectProposal } from '../../../src/graph/review/decideProposal.ts';
import { setSourceApproved } from '../../../src/graph/review/sources.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord as anime, episodeRecord } from '../../support/records.ts';
import { GraphTester } from '../graphTester.ts';

const plain = { into: null, asNew: false };
const ann = { name: 'ann', reason: 'checked against the site' };

describeWith(['postgres'], 'reviews', () => {
  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));

  const propose = async (record: object, review = false) => {
    const { notices } = await catalog.import([record], { review });
    return notices[0]?.proposalId ?? '';
  };
  const stored = (title: string) =>
    catalog.database.client.anime.findFirstOrThrow({ where: { titles: { some: { title } } } });
  const kindsAfter = async (start: bigint) => {
    const position = { gt: start };
    const events = await catalog.database.client.event.findMany({ where: { position }, orderBy: { position: 'asc' } });
    return events.map(({ kind }) => kind);
  };

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
});
