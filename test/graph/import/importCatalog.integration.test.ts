import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';

const anime = (source: string, sourceId: string, more: object = {}) => ({
  type: 'anime',
  source,
  sourceId,
  titles: [{ title: `Anime ${sourceId}` }],
  ...more,
});

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

  test('raises no revision for what is served nowhere: language and kind of the preferred title', async () => {
    const said = (title: object) => [
      anime('mal', '1', { titles: [title] }),
      {
        type: 'episode',
        source: 'mal',
        sourceId: '1/1',
        anime: { source: 'mal', sourceId: '1' },
        number: 1,
        titles: [title],
      },
    ];
    await catalog.import(said({ title: 'X' }));
    const before = await kinds();
    await catalog.import(said({ title: 'X', language: 'ja', kind: 'official' }));
    expect(await kinds()).toEqual(before);
    const { titles } = await catalog.database.client.episode.findFirstOrThrow({ include: { titles: true } });
    expect(titles).toMatchObject([{ title: 'X', language: 'ja', kind: 'official' }]);
    await catalog.import([anime('mal', '1', { titles: [{ title: 'Y' }, { title: 'X', language: 'ja' }] })]);
    expect(await kinds()).toEqual([...before, 'anime_updated 2']);
  });

  test('takes -0 for 0', async () => {
    const records = [
      anime('mal', '1', { episodes: -0, popularity: -0 }),
      { type: 'episode', source: 'mal', sourceId: '1/0', anime: { source: 'mal', sourceId: '1' }, number: -0 },
    ];
    await catalog.import(records);
    const before = await kinds();
    expect(await catalog.import(records)).toMatchObject({ unchanged: 2 });
    expect(await kinds()).toEqual(before);
  });

  test('leaves the row alone when nothing but a name written otherwise was read back', async () => {
    await catalog.import([anime('mal', '1', { studios: ['Ōkami  Éclair'], genres: ['ÉPIQUE'] })]);
    await catalog.import([anime('anilist', '2', { titles: [{ title: 'Anime 1' }], externalIds: { mal: '1' } })]);
    const { version } = await theAnime();
    await catalog.import([{ type: 'anime', source: 'anilist', sourceId: '2', popularity: null }]);
    expect((await theAnime()).version).toBe(version);
    const { position } = await catalog.import([]);
    await catalog.import([{ type: 'anime', source: 'anilist', sourceId: '2', studios: ['ōkami éclair'] }]);
    expect(await catalog.import([])).toMatchObject({ position });
  });

  test.each([
    ['NUL', 'http://example.com/\u0000'],
    ['a lone surrogate', 'http://example.com/\ud800'],
    ['a password', 'http://user:pw@example.com/x'],
  ])('rejects an image whose address has %s, and takes the others', async (_what, url) => {
    const report = await catalog.import([anime('mal', '1'), anime('mal', '2', { images: [{ url }] })]);
    expect(report).toMatchObject({ created: 1, rejected: 1, notices: [{ index: 1, pointer: '/images/0/url' }] });
  });

  test('takes as many titles as a source names', async () => {
    const titles = Array.from({ length: 40_000 }, (_, index) => ({ title: `Title ${index}`, language: 'en' }));
    expect(await catalog.import([anime('mal', '1', { titles }), anime('mal', '2')])).toMatchObject({ created: 2 });
    expect(await catalog.database.client.animeTitle.count()).toBe(40_001);
    const { payload } = await catalog.database.client.event.findFirstOrThrow({ orderBy: { position: 'asc' } });
    const { alternativeTitles } = (JSON.parse(payload) as { data: { alternativeTitles: { title: string }[] } }).data;
    expect(alternativeTitles.map(({ title }) => title)).toEqual(titles.slice(1).map(({ title }) => title));
    expect(await catalog.import([anime('mal', '1', { titles })])).toMatchObject({ unchanged: 1 });
  }, 60_000);
});
