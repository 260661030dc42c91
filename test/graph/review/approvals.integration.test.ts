import { beforeAll, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord, episodeRecord } from '../../support/records.ts';
import { GraphTester } from '../graphTester.ts';

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

describeWith(['postgres'], 'approvals', () => {
  const catalog = ofSuite(() => openTestCatalog({ poolSize: 8 }));
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database, catalog);
  });

  const propose = async (record: object, review = true) => {
    const report = await catalog.import([record], { review });
    const id = report.notices[0]?.proposalId;
    if (typeof id !== 'string') throw new Error(JSON.stringify(report));
    return id;
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

  test('without what was seen, a proposal is approved as it came in or not at all, however often that is tried', async () => {
    await catalog.import([anime('mal', '2', { year: 2000 })]);
    const record = anime('blog', '2', { externalIds: { mal: '2' }, year: 2003 });
    const id = await propose(record);
    await catalog.import([anime('mal', '2', { synopsis: 'More is known.' })]);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await approve({ id })).toMatchObject({ codes: ['conflict'] });
    }
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
    const into = (await stored('9')).id;
    const { idsElsewhere, seen } = await foresee(id, { into });
    expect(idsElsewhere).toMatchObject([{ site: 'anidb', id: '9' }]);
    expect((await approve({ id, into, seen })).done).toMatchObject({ idsElsewhere });
  });
});
