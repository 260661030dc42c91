import { beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../src/database/database.ts';
import type { Prisma } from '../../../src/database/generated/client.ts';
import { approveProposal, rejectProposal } from '../../../src/graph/review/decideProposal.ts';
import { listProposals } from '../../../src/graph/review/listProposals.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';
import { GraphTester } from '../graphTester.ts';
import { approveSeen } from './approveSeen.ts';

describeWith(['postgres'], 'approvals', () => {
  const anime = (source: string, sourceId: string, more = {}) =>
    animeRecord(source, sourceId, { titles: [{ title: `mal ${sourceId}` }], ...more });

  interface Foreseen {
    readonly difference: readonly { readonly field: string; readonly before: string | null; readonly after: string }[];
    readonly idsElsewhere: readonly { readonly site: string; readonly id: string; readonly anime: { id: string } }[];
    readonly refusal: string | null;
    readonly seen: string | null;
  }

  const APPROVAL = `query ($id: UUID!, $into: UUID, $new: Boolean) { proposal(id: $id) {
  approval(into: $into, new: $new) {
    difference { field before after } idsElsewhere { site id anime { id } } refusal seen } } }`;
  const APPROVE = `mutation ($input: ApproveProposalInput!) { approveProposal(input: $input) {
  anime { id } events idsElsewhere { site id anime { id } } proposal { status difference { field before after } } } }`;

  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
  });

  const propose = async (record: object, review = true) => {
    const { notices } = await catalog.import([record], { review });
    return notices[0]?.proposalId ?? '';
  };
  const foresee = async (id: string, choice: { into?: string; new?: boolean } = {}): Promise<Foreseen> => {
    const { data, codes } = await graph.ask(APPROVAL, { id, ...choice });
    expect(codes).toEqual([]);
    return (data as { proposal: { approval: Foreseen } }).proposal.approval;
  };
  const approve = async (input: object) => {
    const { data, codes } = await graph.ask(APPROVE, { input });
    return { codes, done: (data as { approveProposal?: Record<string, unknown> }).approveProposal ?? null };
  };
  const stored = async (sourceId: string) => {
    const { animeId } = await catalog.database.client.sourceRecord.findFirstOrThrow({
      where: { source: 'mal', sourceId },
    });
    return await catalog.database.client.anime.findUniqueOrThrow({
      where: { id: animeId },
      include: { titles: { orderBy: { position: 'asc' } }, images: true, externalIds: true },
    });
  };
  const status = async (id: string) =>
    (await catalog.database.client.proposal.findUniqueOrThrow({ where: { id } })).status;

  test('of two reviewers who saw the same, both are refused when it has moved, until each has seen what it is now', async () => {
    await catalog.import([anime('mal', '1', { year: 2000 })]);
    const id = await propose(anime('blog', '1', { externalIds: { mal: '1' }, year: 2003 }));
    const [ann, bob] = [await foresee(id), await foresee(id)];
    await catalog.import([anime('mal', '1', { year: 2001 })]);
    expect(await approve({ id, seen: ann.seen })).toMatchObject({ codes: ['conflict'] });
    expect(await approve({ id, seen: ann.seen })).toMatchObject({ codes: ['conflict'] });
    expect(await approve({ id, seen: bob.seen })).toMatchObject({ codes: ['conflict'] });
    const { seen, difference } = await foresee(id);
    expect(difference).toContainEqual({ field: 'year', before: '2001', after: '2003' });
    expect((await approve({ id, seen })).done).toMatchObject({ proposal: { status: 'APPROVED', difference } });
  });

  test('without what was seen, a proposal is approved as it came in or not at all', async () => {
    await catalog.import([anime('mal', '2', { year: 2000 })]);
    const record = anime('blog', '2', { externalIds: { mal: '2' }, year: 2003 });
    const id = await propose(record);
    await catalog.import([anime('mal', '2', { synopsis: 'More is known.' })]);
    for (const _attempt of [1, 2]) expect(await approve({ id })).toMatchObject({ codes: ['conflict'] });
    expect((await approve({ id, seen: (await foresee(id)).seen })).codes).toEqual([]);
    const another = await propose(anime('blog', '2b', { externalIds: { mal: '2' }, year: 2004 }));
    expect(await foresee(another)).toMatchObject({ refusal: expect.stringContaining('ambiguous'), seen: null });
  });

  test('what was seen holds for the choice that it was seen for', async () => {
    await catalog.import([anime('mal', '3'), anime('mal', '3b')]);
    const [into, other] = [(await stored('3')).id, (await stored('3b')).id];
    const id = await propose(anime('anilist', '3', { externalIds: { mal: '3' }, year: 2003 }));
    const { seen } = await foresee(id, { into });
    expect(await approve({ id, into: other, seen })).toMatchObject({ codes: ['conflict'] });
    // Nobody was shown what it would do to an anime that it did not seem to mean.
    expect(await approve({ id, into: other })).toMatchObject({ codes: ['conflict'] });
    expect((await approve({ id, into, seen })).codes).toEqual([]);
  });

  test('decide on the images, against a source that is believed more', async () => {
    const image = (name: string) => [{ url: `https://example.com/${name}.png` }];
    const ids = { externalIds: { mal: '4' } };
    await catalog.import([anime('mal', '4', { images: image('a') }), anime('anilist', '4', ids)]);
    const id = await propose(anime('anilist', '4', { ...ids, images: image('b') }));
    const { seen, difference } = await foresee(id);
    expect(difference).toMatchObject([{ field: 'images' }]);
    expect((await approve({ id, seen })).codes).toEqual([]);
    expect((await stored('4')).images).toMatchObject([{ url: 'https://example.com/b.png' }]);
    await catalog.import([anime('mal', '4', { images: image('c') })]);
    expect((await stored('4')).images).toMatchObject([{ url: 'https://example.com/b.png' }]);
    const unpin = `mutation ($input: UnpinInput!) { unpin(input: $input) { pins { field } } }`;
    await graph.ask(unpin, { input: { id: (await stored('4')).id, fields: ['images'] } });
    expect((await stored('4')).images).toMatchObject([{ url: 'https://example.com/c.png' }]);
  });

  test('decide on the preferred title, which stays preferred when no source says it any more', async () => {
    const titles = (...names: string[]) => ({ titles: names.map((title) => ({ title })), externalIds: { mal: '5' } });
    await catalog.import([anime('mal', '5', titles('A', 'B')), anime('anilist', '5', titles('A'))]);
    const id = await propose(anime('anilist', '5', titles('B', 'A')));
    expect((await approve({ id })).codes).toEqual([]);
    const names = async () => (await stored('5')).titles.map(({ title }) => title);
    expect(await names()).toEqual(['B', 'A']);
    expect((await stored('5')).title).toBe('B');
    await catalog.import([anime('mal', '5', titles('A', 'C'))]);
    expect(await names()).toEqual(['B', 'A', 'C']);
    await catalog.import([anime('anilist', '5', titles('C'))]);
    expect(await names()).toEqual(['B', 'A', 'C']);
    const { data } = await graph.ask(`{ pins(id: "${(await stored('5')).id}") { field value } }`);
    expect(data).toMatchObject({ pins: [{ field: 'title', value: expect.stringContaining('"B"') }] });
    // No source can say it.
    expect(await catalog.import([anime('mal', '5', { title: { title: 'X' } })])).toMatchObject({ ignoredMembers: 1 });
  });

  test('that would change nothing are refused with the reason', async () => {
    const ids = { externalIds: { mal: '6' } };
    await catalog.import([
      anime('mal', '6', { genres: ['Action', 'Drama'], year: 2013 }),
      anime('anilist', '6', { ...ids, genres: ['Action', 'Drama'] }),
    ]);
    const id = await propose(anime('anilist', '6', { ...ids, genres: ['Action'], year: 2013 }));
    const { difference, refusal, seen } = await foresee(id);
    expect({ difference, seen }).toEqual({ difference: [], seen: null });
    expect(refusal).toMatch(/nothing.*genres.*union/s);
    expect(refusal).toMatch(/year/);
    expect(await approve({ id })).toMatchObject({ codes: ['conflict'] });
    expect(await status(id)).toBe('pending');
  });

  test('of a first record that adds nothing are told how to say which anime it is of, and then let its episodes follow', async () => {
    await catalog.import([anime('mal', '7')]);
    const id = await propose(anime('blog', '7', { externalIds: { mal: '7' } }));
    const { refusal } = await foresee(id);
    const into = (await stored('7')).id;
    expect(refusal).toContain(into);
    expect(await approve({ id })).toMatchObject({ codes: ['conflict'] });
    expect((await approve({ id, into })).codes).toEqual([]);
    expect((await approve({ id: await propose(episodeRecord('blog', '7', 1)) })).codes).toEqual([]);
  });

  test('as a new anime never leave a shared id behind unless that was said', async () => {
    await catalog.import([anime('mal', '8481', { externalIds: { anidb: '77' } }), anime('mal', '8')]);
    const [owner, other] = [await stored('8481'), await stored('8')];
    const id = await propose(
      anime('bangumi-data', '8', { externalIds: { mal: '8', anidb: '77', tmdb: '1' }, titles: [{ title: 'New' }] }),
      false,
    );
    const { idsElsewhere, refusal } = await foresee(id, { new: true });
    expect(idsElsewhere).toEqual([
      { site: 'anidb', id: '77', anime: { id: owner.id } },
      { site: 'mal', id: '8', anime: { id: other.id } },
    ]);
    expect(refusal).toMatch(/mal 8.*belongs to/);
    expect(await approve({ id, new: true })).toMatchObject({ codes: ['conflict'] });
    expect((await stored('8481')).externalIds.map(({ site }) => site)).toContain('anidb');
    const { done } = await approve({ id, new: true, withoutSharedIds: true });
    expect(done).toMatchObject({ idsElsewhere, proposal: { status: 'APPROVED' } });
  });

  test('into one of several anime tell which ids stay with the others', async () => {
    await catalog.import([anime('mal', '9'), anime('anidb', '9', { titles: [{ title: 'Other' }] })]);
    const id = await propose(
      anime('anilist', '9', { externalIds: { mal: '9', anidb: '9' }, titles: [{ title: 'Both' }] }),
      false,
    );
    expect((await approve({ id })).codes).toEqual(['invalid_parameter']);
    const into = (await stored('9')).id;
    const { idsElsewhere, seen } = await foresee(id, { into });
    expect(idsElsewhere).toMatchObject([{ site: 'anidb', id: '9' }]);
    expect((await approve({ id, into, seen })).done).toMatchObject({ idsElsewhere });
  });
});

describeWith(['postgres'], 'what waits for a reviewer', () => {
  const anime = (sourceId: string, more = {}) => animeRecord('mal', sourceId, more);
  const partial = (sourceId: string, more: object) => ({ type: 'anime', source: 'mal', sourceId, ...more });
  const plain = { into: null, asNew: false };
  const ann = { name: 'ann', reason: null };

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

describeWith(['postgres'], 'proposals in lists', () => {
  interface Listed {
    readonly nodes: readonly { readonly id: string; readonly decidedAt: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  }

  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
    for (const source of ['mal', 'anilist']) {
      const records = Array.from({ length: 6 }, (_, at) => ({
        ...{ type: 'anime', source, sourceId: String(at + 1), titles: [{ title: `${source} ${at}` }] },
      }));
      await catalog.import(records, { review: true });
    }
  });

  const ask = async <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> => {
    const { data, codes } = await graph.ask(query, variables);
    expect(codes).toEqual([]);
    return data as Data;
  };
  const idsOf = async (filter: string) =>
    (await ask<{ proposals: Listed }>(`{ proposals(first: 100, ${filter}) { nodes { id } } }`)).proposals.nodes.map(
      ({ id }) => id,
    );

  test('are counted by source and reason while they are pending, and found by both', async () => {
    const mal = await idsOf('status: PENDING, source: "mal"');
    expect(mal).toHaveLength(6);
    expect(await idsOf('reason: AMBIGUOUS_MATCH')).toEqual([]);
    expect(await idsOf('source: "nothing"')).toEqual([]);
    for (const id of mal.slice(0, 2)) {
      await ask('mutation($input: RejectProposalInput!) { rejectProposal(input: $input) { events } }', {
        input: { id },
      });
    }
    const { pendingProposals } = await ask<{ pendingProposals: unknown }>(
      '{ pendingProposals { source reason count } }',
    );
    expect(pendingProposals).toEqual([
      { source: 'anilist', reason: 'REVIEW_REQUESTED', count: 6 },
      { source: 'mal', reason: 'REVIEW_REQUESTED', count: 4 },
    ]);
    const { codes } = await graph.ask('{ proposals(first: 1, source: "a\\u0000") { nodes { id } } }', {});
    expect(codes).toEqual(['invalid_parameter']);
  });

  test('that are decided or deleted while a page is read are left out of it, and the list goes on', async () => {
    const { client } = catalog.database;
    const ids = await idsOf('status: PENDING, source: "anilist"');
    const [deleted, decided, ...others] = ids as [string, string, ...string[]];
    const rows = await client.proposal.findMany({ where: { id: { in: [deleted, decided] } } });
    const changing: Pick<Database, 'client' | 'query'> = {
      client,
      async query(statement, options) {
        const found = await catalog.database.query<never>(statement, options);
        await client.proposal.delete({ where: { id: deleted } });
        await client.proposal.update({ where: { id: decided }, data: { status: 'superseded' } });
        return found;
      },
    };
    const list = (first: number, after: string | null, database: Pick<Database, 'client' | 'query'>) =>
      listProposals(database, { status: 'pending', source: 'anilist' }, { first, after });
    const page = await list(3, null, changing);
    expect(page.nodes.map(({ id }) => id)).toEqual(others.slice(0, 1));
    expect(page.pageInfo.hasNextPage).toBe(true);
    const rest = await list(3, page.pageInfo.endCursor, catalog.database);
    expect(rest.nodes.map(({ id }) => id)).toEqual(others.slice(1));
    await client.proposal.deleteMany({ where: { id: decided } });
    await client.proposal.createMany({ data: rows as Prisma.ProposalCreateManyInput[] });
  });

  test('are listed by their decisions, the latest first, also those of one instant', async () => {
    const ids = await idsOf('status: PENDING');
    for (const id of ids) {
      await ask('mutation($input: RejectProposalInput!) { rejectProposal(input: $input) { events } }', {
        input: { id },
      });
    }
    await catalog.database.client.$executeRawUnsafe(
      "update proposal set decided_at = '2026-01-01T00:00:00Z' where source = 'anilist'",
    );
    const seen: Listed['nodes'][number][] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { decisions }: { decisions: Listed } = await ask(
        'query($after: String) { decisions(first: 4, after: $after) { nodes { id decidedAt } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      seen.push(...decisions.nodes);
      [after, more] = [decisions.pageInfo.endCursor, decisions.pageInfo.hasNextPage];
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(12);
    const keys = seen.map(({ id, decidedAt }) => `${decidedAt} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    const { codes } = await graph.ask('{ decisions(first: 4, after: "AVx") { nodes { id } } }', {});
    expect(codes).toEqual(['invalid_cursor']);
  });
});
