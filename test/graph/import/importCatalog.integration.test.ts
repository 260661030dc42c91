import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LONGEST_TITLE } from '../../../src/graph/model/limits.ts';
import { approveProposal } from '../../../src/graph/review/decideProposal.ts';
import { openRestApi } from '../../rest/support/openRestApi.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord as anime, episodeRecord as episode } from '../../support/records.ts';
import { GraphTester } from '../graphTester.ts';

describeWith(['postgres'], 'an import', () => {
  let catalog: TestCatalog;

  beforeEach(async () => {
    catalog = await openTestCatalog();
  });
  afterEach(() => catalog.close());

  const kinds = async () => {
    const events = await catalog.database.client.event.findMany({ orderBy: { position: 'asc' } });
    return events.map(({ kind, revision }) => `${kind} ${revision}`);
  };
  const theAnime = () => catalog.database.client.anime.findFirstOrThrow();

  test('makes nothing of the order in which a file names external ids', async () => {
    const mal = (popularity: number) =>
      anime('mal', '1', { popularity, externalIds: { tmdb: '9', mal: '1', anilist: '2', kitsu: '3' } });
    const anilist = (popularity: number) => anime('anilist', '2', { popularity, externalIds: { mal: '1' } });
    await catalog.import([mal(1)]);
    await catalog.import([anilist(1)]);
    const { position } = await catalog.import([]);
    for (const day of [2, 3]) {
      await catalog.import([mal(day)]);
      await catalog.import([anilist(day)]);
    }
    expect(await catalog.import([])).toMatchObject({ position });
  });

  test('takes an id that is padded with zeros for the id, in a key, an external id and a parent', async () => {
    const padded = { source: 'mal', sourceId: '016498' };
    const first = episode('anidb', '9', 1, { anime: padded });
    await catalog.import([anime('mal', '016498')]);
    await catalog.import([anime('anilist', '7', { externalIds: { mal: '016498' } }), first]);
    await catalog.import([anime('mal', '16498', { synopsis: 'Said again.' })]);
    expect(await catalog.database.client.anime.findMany({ include: { episodes: true, externalIds: true } })).toEqual([
      expect.objectContaining({
        synopsis: 'Said again.',
        episodes: [expect.anything()],
        externalIds: expect.arrayContaining([expect.objectContaining({ site: 'mal', externalId: '16498' })]),
      }),
    ]);
  });

  test('holds names back until their anime is there, and says so', async () => {
    const names = { ...anime('names', '1'), titles: [{ title: 'Another name' }], externalIds: { mal: '1' } };
    expect(await catalog.import([names])).toMatchObject({
      ...{ held: 1, unchanged: 0 },
      notices: [{ outcome: 'held', reason: expect.stringContaining('import the catalogue first'), proposalId: null }],
    });
    await catalog.import([anime('mal', '1')]);
    expect(await catalog.import([names])).toMatchObject({ held: 0, updated: 1 });
    expect(await catalog.import([names])).toMatchObject({ held: 0, unchanged: 1 });
  });

  test('takes -0 for 0', async () => {
    const records = [anime('mal', '1', { episodes: -0, popularity: -0 }), episode('mal', '1', -0)];
    await catalog.import(records);
    const before = await kinds();
    expect(await catalog.import(records)).toMatchObject({ unchanged: 2 });
    expect(await kinds()).toEqual(before);
  });

  test('leaves the row alone when nothing but a name written otherwise was read back', async () => {
    await catalog.import([anime('mal', '1', { studios: ['Ōkami  Éclair'], genres: ['ÉPIQUE'] })]);
    await catalog.import([anime('anilist', '2', { titles: [{ title: 'mal 1' }], externalIds: { mal: '1' } })]);
    const { version } = await theAnime();
    await catalog.import([{ type: 'anime', source: 'anilist', sourceId: '2', popularity: null }]);
    expect((await theAnime()).version).toBe(version);
    const { position } = await catalog.import([]);
    await catalog.import([{ type: 'anime', source: 'anilist', sourceId: '2', studios: ['ōkami éclair'] }]);
    expect(await catalog.import([])).toMatchObject({ position });
  });

  test('keeps what was made by hand where the first source of an anime says nothing of it', async () => {
    const [id, genreId] = [randomUUID(), randomUUID()];
    const { client } = catalog.database;
    await client.genre.create({ data: { id: genreId, slug: 'drama', name: 'Drama', key: 'drama' } });
    await client.anime.create({
      data: {
        ...{ id, title: 'By hand', synopsis: 'Told by hand.', year: 1999, format: 'ova' as const },
        startDate: new Date('1999-04-01'),
        titles: { create: [{ position: 0, title: 'By hand', language: 'en' }] },
        genres: { create: [{ genreId, position: 0 }] },
        externalIds: { create: [{ site: 'mal', externalId: '5', position: 0 }] },
        images: { create: [{ position: 0, url: 'https://example.com/a.png' }] },
      },
    });
    const said = anime('mal', '5', { year: 2001, titles: [{ title: 'As MAL says' }] });
    expect(await catalog.import([said])).toMatchObject({ created: 0, updated: 1 });
    const shown = () =>
      client.anime.findUniqueOrThrow({
        where: { id },
        include: { titles: { orderBy: { position: 'asc' } }, genres: true, images: true, externalIds: true },
      });
    expect(await shown()).toMatchObject({
      ...{ title: 'As MAL says', year: 2001, synopsis: 'Told by hand.', format: 'ova' },
      startDate: new Date('1999-04-01'),
      titles: [{ title: 'As MAL says' }, { title: 'By hand', language: 'en' }],
      ...{ genres: [{ genreId }], images: [{ url: 'https://example.com/a.png' }], externalIds: [{ externalId: '5' }] },
    });
    expect(await catalog.import([said])).toMatchObject({ unchanged: 1 });
    await catalog.import([anime('anilist', '7', { externalIds: { mal: '5' }, synopsis: 'Told by AniList.' })]);
    expect(await shown()).toMatchObject({ synopsis: 'Told by AniList.', format: 'ova' });
  });

  test('takes as many titles as a source names, and as long ones as there may be', async () => {
    const titles = Array.from({ length: 40_000 }, (_, index) => ({ title: `Title ${index}`, language: 'en' }));
    // Nothing that the database could compress, where the title is in an index.
    const letters = Array.from({ length: LONGEST_TITLE }, (_, n) => 0x4e00 + ((n * 7_919) % 20_000));
    titles[0] = { title: String.fromCodePoint(...letters), language: 'ja' };
    expect(await catalog.import([anime('mal', '1', { titles }), anime('mal', '2')])).toMatchObject({ created: 2 });
    expect(await catalog.database.client.animeTitle.count()).toBe(40_001);
    const { payload } = await catalog.database.client.event.findFirstOrThrow({ orderBy: { position: 'asc' } });
    const { alternativeTitles } = (JSON.parse(payload) as { data: { alternativeTitles: { title: string }[] } }).data;
    expect(alternativeTitles.map(({ title }) => title)).toEqual(titles.slice(1).map(({ title }) => title));
    expect(await catalog.import([anime('mal', '1', { titles })])).toMatchObject({ unchanged: 1 });
  }, 60_000);

  test('a dry run judges a batch by the catalogue of now, without its anime of other batches, and leaves nothing behind', async () => {
    const { database } = catalog;
    const kept = () =>
      database.client.$queryRaw<{ rows: string }[]>`
        SELECT (SELECT json_agg(a.* ORDER BY id) FROM anime a)::text || (SELECT count(*) FROM episode)::text
          || (SELECT count(*) FROM source_record)::text || (SELECT count(*) FROM proposal)::text
          || (SELECT count(*) FROM event)::text || (SELECT position FROM publication_head)::text AS rows`;
    let told = 0;
    const stop = catalog.publications.onCommitted(() => {
      told += 1;
    });
    await catalog.import([anime('mal', '50')]);
    const before = await kept();
    const { position } = await catalog.import([], { dryRun: true });
    const records = [
      anime('mal', '51'),
      episode('mal', '51', 1),
      episode('mal', '52', 1),
      episode('unheard-of', '9', 1),
      episode('mal', '53', 1, { status: 'released' }),
      anime('anidb', '8', { externalIds: { mal: '50' } }),
    ];
    const rehearsed = await catalog.import(records, { dryRun: true });
    expect(rehearsed).toMatchObject({ created: 3, updated: 1, proposed: 1, rejected: 1, position });
    expect(rehearsed.notices).toMatchObject([
      { index: 3, outcome: 'proposed' },
      { index: 4, outcome: 'rejected' },
    ]);
    expect(await kept()).toEqual(before);
    expect(told).toBe(1);
    stop();
    expect(await catalog.import(records)).toMatchObject({ created: 2, updated: 1, rejected: 3 });
  });

  const proposals = (status: 'pending' | 'superseded' = 'pending') =>
    catalog.database.client.proposal.findMany({ where: { status }, orderBy: { id: 'asc' } });

  test('adds a partial record to one that waits: it matches by what was said before', async () => {
    await catalog.import([anime('mal', '2'), anime('anidb', '3')]);
    await catalog.import([anime('anilist', '4', { externalIds: { mal: '2', anidb: '3' } })]);
    const report = await catalog.import([
      { type: 'anime', source: 'anilist', sourceId: '4', episodes: 12 },
      anime('mal', '9'),
    ]);
    expect(report).toMatchObject({ created: 1, proposed: 1 });
    const [waiting] = await proposals();
    expect(waiting).toMatchObject({ reason: 'ambiguous_match', record: { episodes: 12, externalIds: { mal: '2' } } });
    expect(waiting?.candidates).toHaveLength(2);
    expect(Object.keys(waiting?.base as object)).toHaveLength(2);
  });

  test('adds a partial record to one that a reviewer put apart', async () => {
    await catalog.import([anime('mal', '2'), anime('anidb', '3')]);
    await catalog.import([anime('anilist', '5', { externalIds: { mal: '2', anidb: '3' } })]);
    const [waiting] = await proposals();
    const reviewer = { name: null, reason: null };
    await approveProposal(catalog, waiting?.id ?? '', { into: null, asNew: true, withoutSharedIds: true }, reviewer);
    expect(await catalog.import([{ type: 'anime', source: 'anilist', sourceId: '5', year: 2002 }])).toMatchObject({
      updated: 1,
    });
    const partial = [{ type: 'anime', source: 'anilist', sourceId: '5', season: 'fall' }];
    expect(await catalog.import(partial, { review: true })).toMatchObject({ proposed: 1 });
    const [again] = await proposals();
    const choice = { into: null, asNew: false };
    expect(await approveProposal(catalog, again?.id ?? '', choice, reviewer)).toMatchObject({ events: 1 });
  });

  test('lets a partial episode wait with what was said before of its parent and number', async () => {
    await catalog.import([anime('mal', '30')]);
    const waiting = { ...episode('blog', '30', 1), anime: { source: 'mal', sourceId: '30' } };
    expect(await catalog.import([waiting])).toMatchObject({ proposed: 1 });
    const partial = { type: 'episode', source: 'blog', sourceId: '30/1', status: 'delayed' };
    expect(await catalog.import([partial])).toMatchObject({ proposed: 1, rejected: 0 });
    expect(await proposals()).toMatchObject([{ record: { status: 'delayed', number: 1 } }]);
    await catalog.database.client.source.update({ where: { name: 'blog' }, data: { approved: true } });
    expect(await catalog.import([{ ...partial, status: 'scheduled' }])).toMatchObject({ created: 1, rejected: 0 });
    expect(await proposals()).toEqual([]);
  });

  test('publishes a partial record of a source that has been approved meanwhile', async () => {
    await catalog.import([anime('mal', '30')]);
    await catalog.import([anime('wiki', '1', { externalIds: { mal: '30' } })]);
    await catalog.import([{ type: 'anime', source: 'wiki', sourceId: '1', year: 2001 }]);
    const [waiting] = await proposals();
    expect(waiting?.candidates).toHaveLength(1);
    expect(Object.keys(waiting?.base as object)).toEqual(waiting?.candidates);
    await catalog.database.client.source.update({ where: { name: 'wiki' }, data: { approved: true } });
    expect(await catalog.import([{ type: 'anime', source: 'wiki', sourceId: '1', episodes: 3 }])).toMatchObject({
      updated: 1,
    });
    expect(await catalog.database.client.anime.findMany()).toMatchObject([{ year: 2001, episodeCount: 3 }]);
  });

  test('gives an id that its anime no longer states to the one that does', async () => {
    const owners = async () => {
      const rows = await catalog.database.client.animeExternalId.findMany({
        where: { site: 'anilist', externalId: '2' },
        include: { anime: true },
      });
      return rows.map((row) => row.anime.title);
    };
    await catalog.import([anime('mal', '1', { externalIds: { anilist: '2' } }), anime('mal', '8')]);
    await catalog.import([{ ...anime('anilist', '2'), externalIds: { mal: '8' } }]);
    const [waiting] = await proposals();
    await approveProposal(
      catalog,
      waiting?.id ?? '',
      { into: null, asNew: true, withoutSharedIds: true },
      { name: null, reason: null },
    );
    expect(await owners()).toEqual(['mal 1']);
    // Before the next line of the same batch matches by it.
    const lines = [anime('mal', '1', { externalIds: {} }), anime('anidb', '9', { externalIds: { anilist: '2' } })];
    expect(await catalog.import(lines)).toMatchObject({ updated: 2, created: 0 });
    expect(await owners()).toEqual(['anilist 2']);
  });
});

describeWith(['postgres'], 'the examples of docs/import.md', () => {
  const page = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8');
  const stories = [...page.matchAll(/^```jsonl\n(.*?)\n```\n\n```text\n(.*?)\n```$/gms)].map(
    ([, lines = '', told = '']) => ({
      lines: lines.split('\n'),
      told: told.split('\n'),
    }),
  );

  const api = ofSuite(openRestApi);

  /** The anime of a record, or its one episode, as GET serves it. */
  async function served({
    type,
    source,
    sourceId,
  }: {
    type: string;
    source: string;
    sourceId: string;
  }): Promise<object> {
    const first = async (target: string) => {
      const { items } = (await (await api.get(target)).json()) as { items: { id: string }[] };
      expect(items).toHaveLength(1);
      return items[0] ?? { id: '' };
    };
    if (type === 'anime') return await first(`/v1/anime?externalId=${source}:${sourceId}`);
    const anime = await first('/v1/anime?externalId=mal:1');
    return await first(`/v1/anime/${anime.id}/episodes`);
  }

  test('come to what the page tells, line by line', async () => {
    expect(stories.map(({ lines, told }) => [lines.length, told.length])).toEqual([
      [10, 10],
      [13, 13],
      [4, 4],
    ]);
    for (const { lines, told } of stories) {
      for (const [index, line] of lines.entries()) {
        const record = JSON.parse(line) as { type: string; source: string; sourceId: string };
        const [, outcome = '', pointer, values] = /^(\w+)(?: (\/[\w/]+)| (\{.*\}))?$/.exec(told[index] ?? '') ?? [];
        const report = await api.catalog.import([record]);
        expect([line, report]).toEqual([line, expect.objectContaining({ [outcome]: 1 })]);
        if (pointer !== undefined) expect([line, report.notices]).toMatchObject([line, [{ pointer }]]);
        if (values !== undefined) expect([line, await served(record)]).toMatchObject([line, JSON.parse(values)]);
      }
    }
  });

  test('the records that it shows as a whole file are taken', async () => {
    const [, records = ''] = /^```json\n(\{"type":"anime".*?)\n```$/ms.exec(page) ?? [];
    const lines = records.split('\n').map((line) => JSON.parse(line) as object);
    expect(await api.catalog.import(lines, { dryRun: true })).toMatchObject({
      created: 2,
      rejected: 0,
      ignoredMembers: 0,
    });
  });

  test('the order of sources that it tells is the one that a new catalogue has', async () => {
    const [, told = ''] = /The order is ((?:`[\w-]+`,\s+)+)then/.exec(page) ?? [];
    const sources = await api.catalog.database.client.source.findMany({ orderBy: { priority: 'asc' } });
    expect([...told.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(
      sources.map(({ name }) => name).filter((name) => !['review', 'by-hand'].includes(name)),
    );
  });
});

describeWith(['postgres'], 'what was downloaded', () => {
  const catalog = ofSuite(openTestCatalog);
  const ask = (text: string, input: object = {}) => new GraphTester(catalog.database, catalog).ask(text, { input });
  const RECORD = 'mutation ($input: RecordDownloadInput!) { recordDownload(input: $input) { download { sha256 } } }';

  const right = { url: 'https://example.org/a?b', format: 'catalog', sha256: 'a'.repeat(64) };

  test.each([
    ['url', { url: 'http://example.org/' }],
    ['url', { url: 'https://example.org/\0' }],
    ['url', { url: 'https://example.org/\ud800' }],
    ['url', { url: `https://${'a'.repeat(100_000)}` }],
    ['format', { format: 'csv' }],
    ['sha256', { sha256: 'a' }],
    ['etag', { etag: '\0' }],
    ['etag', { etag: 'a'.repeat(100_000) }],
    ['lastModified', { lastModified: '\ud800' }],
  ])('a wrong %s is named', async (parameter, wrong) => {
    const { codes, messages } = await ask(RECORD, { ...right, ...wrong });
    expect([codes, messages]).toEqual([['invalid_parameter'], [expect.stringMatching(`^${parameter}: must be`)]]);
  });

  test('the last one counts', async () => {
    for (const again of [{ etag: '"1"' }, { etag: '"2"', sha256: 'b'.repeat(64) }])
      await ask(RECORD, { ...right, ...again });
    const { data } = await ask(`{ download(url: "${right.url}", format: "catalog") { etag sha256 lastModified } }`);
    expect(data).toEqual({ download: { etag: '"2"', sha256: 'b'.repeat(64), lastModified: null } });
  });
});
