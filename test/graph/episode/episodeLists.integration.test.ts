import { beforeAll, describe, expect, test } from '@jest/globals';
import { listReleases, listSchedules } from '../../../src/graph/episode/episodeLists.ts';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, type Row, seriesId } from '../seedRows.ts';
import { episodesOf, WHOLE_EPISODE } from '../selections.ts';
import { type ReadPage, walkPages } from '../walkPages.ts';

describeWith(['postgres'], 'episodes', () => {
  const SERIES = seriesId(1, 1);
  const MOVIE = seriesId(1, 2);
  const MERGED = seriesId(1, 3);
  const TWICE_MERGED = seriesId(1, 4);
  const BARE = seriesId(1, 5);

  let made = 0;
  const episode = (more: Row): Row => {
    made += 1;
    return {
      ...{ id: seriesId(5, 1000 - made), anime_id: SERIES, number: made, status: 'scheduled', revision: 1 },
      ...{ scheduled_at: null, released_at: null, release_announced: false },
      ...{ created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z', ...more },
    };
  };
  const released = (at: string, more: Row = {}) =>
    episode({ status: 'released', released_at: at, scheduled_at: at, ...more });

  const RELEASES = [
    released('2024-02-28T23:59:59.999Z'),
    released('2024-02-29T00:00:00.000Z'),
    released('2024-02-29T15:00:00.000Z', { anime_id: MOVIE }),
    ...Array.from({ length: 4 }, () => released('2024-02-29T15:00:00.000Z')),
    released('2024-02-29T15:00:00.001Z'),
    released('2024-02-29T23:59:59.999Z'),
    released('2024-03-01T00:00:00.000Z'),
  ];
  const PLANS = [
    episode({ scheduled_at: '2024-02-29T00:00:00.000Z' }),
    episode({ scheduled_at: '2024-02-29T15:00:00.000Z', status: 'delayed' }),
    episode({ scheduled_at: '2024-02-29T15:00:00.000Z', anime_id: MOVIE }),
    ...Array.from({ length: 4 }, () => episode({ scheduled_at: '2024-02-29T15:00:00.000Z' })),
    episode({ scheduled_at: '2024-03-01T00:00:00.000Z' }),
  ];
  const OUTSIDE = [
    episode({ scheduled_at: null }),
    episode({ scheduled_at: '2024-02-29T12:00:00.000Z', status: 'cancelled' }),
    released('2024-02-20T00:00:00.000Z', { scheduled_at: '2024-02-29T12:00:00.000Z' }),
  ];

  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const text = (row: Row, column: string) => String(row[column] ?? '');

  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    const { database } = catalog;
    await insertRows(database, 'anime', [
      { id: SERIES, title: 'Series', format: 'tv', merged_into_id: null },
      { id: MOVIE, title: 'Movie', format: 'movie', merged_into_id: null },
      { id: BARE, title: 'Bare', format: 'tv', merged_into_id: null },
      { id: MERGED, title: 'Merged', format: 'tv', merged_into_id: SERIES },
      { id: TWICE_MERGED, title: 'Merged twice', format: 'tv', merged_into_id: MERGED },
    ]);
    await insertRows(database, 'episode', [...RELEASES, ...PLANS, ...OUTSIDE]);
  });

  const all = { from: '2000-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };

  describe('released', () => {
    const narrowed = (wanted: object) => {
      const request = { ...all, asOf: '2030-01-01T00:00:00Z', ...wanted };
      return walkPages(2, (page) => listReleases(graph.context(), { ...request, ...page }));
    };
    const expected = (from: string, to: string, asOf = '9') =>
      [...RELEASES, ...OUTSIDE]
        .filter((row) => row.status === 'released')
        .filter(
          (row) =>
            text(row, 'released_at') >= from && text(row, 'released_at') < to && text(row, 'released_at') <= asOf,
        )
        .sort(
          (a, b) => byBytes(text(b, 'released_at'), text(a, 'released_at')) || byBytes(text(a, 'id'), text(b, 'id')),
        )
        .map((row) => row.id);

    test.each([
      ['2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
      ['2024-02-29T15:00:00.000Z', '2024-02-29T15:00:00.001Z'],
      ['2024-02-28T00:00:00.000Z', '2024-03-02T00:00:00.000Z'],
      ['2024-03-01T00:00:00.001Z', '2024-03-30T00:00:00.000Z'],
    ])('from %s to %s are the newest first, the end left out', async (from, to) => {
      expect(await narrowed({ from, to })).toEqual(expected(from, to));
    });

    test('are none later than asOf', async () => {
      const asOf = '2024-02-29T15:00:00.000Z';
      expect(await narrowed({ asOf })).toEqual(expected('2000', '2030', asOf));
    });

    test('can be narrowed by anime and format', async () => {
      expect(await narrowed({ animeId: MOVIE })).toEqual([RELEASES[2]?.id]);
      expect(await narrowed({ format: ['movie'] })).toEqual([RELEASES[2]?.id]);
      expect(await narrowed({ format: ['tv'], animeId: MOVIE })).toEqual([]);
      expect(await narrowed({ animeId: seriesId(9, 9) })).toEqual([]);
    });

    test("of a merged anime are the survivor's, however often it was merged", async () => {
      const own = await narrowed({ animeId: SERIES });
      expect(own.length).toBeGreaterThan(0);
      expect(await narrowed({ animeId: MERGED })).toEqual(own);
      expect(await narrowed({ animeId: TWICE_MERGED })).toEqual(own);
    });
  });

  describe('planned', () => {
    const narrowed = (wanted: object) =>
      walkPages(2, (page) => listSchedules(graph.context(), { ...all, ...wanted, ...page }));
    const expected = (from: string, to: string) =>
      PLANS.filter((row) => text(row, 'scheduled_at') >= from && text(row, 'scheduled_at') < to)
        .sort(
          (a, b) => byBytes(text(a, 'scheduled_at'), text(b, 'scheduled_at')) || byBytes(text(a, 'id'), text(b, 'id')),
        )
        .map((row) => row.id);

    test.each([
      ['2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
      ['2024-02-29T15:00:00.000Z', '2024-03-01T00:00:00.001Z'],
      ['2000-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'],
    ])('from %s to %s are the earliest first, neither cancelled nor released ones', async (from, to) => {
      expect(await narrowed({ from, to })).toEqual(expected(from, to));
    });

    test('can be narrowed by anime, format and status', async () => {
      expect(await narrowed({ status: ['delayed'] })).toEqual([PLANS[1]?.id]);
      expect(await narrowed({ animeId: MOVIE })).toEqual([PLANS[2]?.id]);
      expect(await narrowed({ format: ['movie'], status: ['scheduled'] })).toEqual([PLANS[2]?.id]);
      expect(await narrowed({ animeId: TWICE_MERGED })).toEqual(await narrowed({ animeId: SERIES }));
    });
  });

  describe('of one anime', () => {
    const own = [...RELEASES, ...PLANS, ...OUTSIDE]
      .filter((row) => row.anime_id === SERIES)
      .sort((a, b) => Number(a.number) - Number(b.number))
      .map((row) => row.id);

    const read = async (id: string, page = { first: 5, after: null as string | null }) =>
      (await graph.ask(episodesOf('id'), { id, ...page })).data.animeEpisodes as ReadPage | null;

    test('are ordered by number, as numbers', async () => {
      for (const first of [1, 4, 100]) expect(await walkPages(first, (page) => read(SERIES, page))).toEqual(own);
    });

    test('are null where there is no such anime, and an empty page where it has none', async () => {
      expect(await read(seriesId(9, 9))).toBeNull();
      expect(await read(BARE)).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
    });

    test('tell everything', async () => {
      const id = seriesId(6, 1);
      await insertRows(catalog.database, 'episode', [
        episode({ id, anime_id: BARE, number: 6.5, status: 'released', released_at: '2024-02-29T15:00:00.07Z' }),
      ]);
      await insertRows(catalog.database, 'episode_title', [
        { episode_id: id, position: 2, title: '第六話', language: 'ja', kind: null },
        { episode_id: id, position: 0, title: 'Recap', language: 'en', kind: 'official' },
        { episode_id: id, position: 1, title: 'So far', language: 'en', kind: 'synonym' },
      ]);
      const { data } = await graph.ask(episodesOf(WHOLE_EPISODE), { id: BARE, first: 5 });
      expect(data.animeEpisodes).toMatchObject({
        anime: { id: BARE, title: 'Bare', format: 'TV', mergedInto: null },
        nodes: [
          {
            ...{
              id,
              anime: { id: BARE, title: 'Bare', format: 'TV' },
              number: 6.5,
              title: 'Recap',
              status: 'RELEASED',
            },
            alternativeTitles: [
              { title: 'So far', language: 'en', kind: 'SYNONYM' },
              { title: '第六話', language: 'ja', kind: null },
            ],
            ...{ scheduledAt: null, releasedAt: '2024-02-29T15:00:00.070Z', revision: 1 },
          },
        ],
      });
    });

    test('can be asked for below many anime at once, each page its own', async () => {
      const { data } = await graph.ask(`{
        animeByIds(ids: ["${SERIES}", "${MOVIE}", "${MERGED}"]) {
          id
          few: episodes(first: 1) { nodes { id } pageInfo { hasNextPage } }
          many: episodes(first: 100) { nodes { id } }
        }
      }`);
      const movie = [...RELEASES, ...PLANS].filter((row) => row.anime_id === MOVIE).map(({ id }) => ({ id }));
      expect(data.animeByIds).toEqual([
        {
          id: SERIES,
          few: { nodes: [{ id: own[0] }], pageInfo: { hasNextPage: true } },
          many: { nodes: own.map((id) => ({ id })) },
        },
        { id: MOVIE, few: { nodes: movie.slice(0, 1), pageInfo: { hasNextPage: true } }, many: { nodes: movie } },
        { id: MERGED, few: { nodes: [], pageInfo: { hasNextPage: false } }, many: { nodes: [] } },
      ]);
    });

    test('lead to the whole anime where more of it is asked for', async () => {
      const { data } = await graph.ask(
        `{ episode(id: "${RELEASES[0]?.id}") { anime { id title status genres { slug } } } }`,
      );
      expect(data).toEqual({ episode: { anime: { id: SERIES, title: 'Series', status: 'UNKNOWN', genres: [] } } });
    });

    test('are found in bulk in the order asked for, null where there is none', async () => {
      const ids = [PLANS[0]?.id, seriesId(9, 9), RELEASES[0]?.id];
      const { data } = await graph.ask(`{ episodesByIds(ids: ${JSON.stringify(ids)}) { id } }`);
      expect(data).toEqual({ episodesByIds: [{ id: ids[0] }, null, { id: ids[2] }] });
    });

    test('are not refused for the wrong cursor of another caller in the same turn', async () => {
      const asked = ['', null].map((after) => graph.ask(episodesOf('id'), { id: SERIES, first: 25, after }));
      expect((await Promise.all(asked)).map(({ codes }) => codes)).toEqual([['invalid_cursor'], []]);
    });
  });
});

describeWith(['postgres'], 'the episodes beside now', () => {
  const COUNT = 100;
  const numbers = Array.from({ length: COUNT }, (_, n) => n);
  const HOUR = 3_600_000;

  const { take } = countStatements();
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    const { database } = catalog;
    await insertRows(
      database,
      'anime',
      numbers.map((n) => ({ id: seriesId(1, n), title: `${n}` })),
    );
    // Of every second anime episodes 1 to 4: an hour apart, the first two released, none to be called the next before n hours are over.
    const at = (n: number, number: number) => new Date(Date.now() + (n + number - 2.5) * HOUR).toISOString();
    await insertRows(
      database,
      'episode',
      numbers
        .filter((n) => n % 2 === 0)
        .flatMap((n) =>
          [1, 2, 3, 4].map((number) => ({
            ...{ id: seriesId(number + 1, n), anime_id: seriesId(1, n), number },
            ...(number > 2
              ? { status: 'scheduled', scheduled_at: at(n, number), released_at: null }
              : { status: 'released', scheduled_at: null, released_at: at(-200, number) }),
          })),
        ),
    );
    await insertRows(
      database,
      'episode_title',
      numbers
        .filter((n) => n % 2 === 0)
        .flatMap((n) =>
          ['Third', 'Dritte'].map((title, position) => ({ episode_id: seriesId(4, n), position, title })),
        ),
    );
  }, 60_000);

  test('of a list of a hundred take a statement each, and one for what they hold beside', async () => {
    const brief = 'id number title status';
    const asked = `{ animeList(first: ${COUNT}) { nodes { id nextEpisode { ${brief} } lastReleased { ${brief} } } } }`;
    take();
    const { data, codes } = await graph.ask(asked);
    expect({ codes, count: take().length }).toEqual({ codes: [], count: 3 });
    const nodes = numbers.map((n) => ({
      id: seriesId(1, n),
      nextEpisode: n % 2 === 0 ? { id: seriesId(4, n), number: 3, title: 'Third', status: 'SCHEDULED' } : null,
      lastReleased: n % 2 === 0 ? { id: seriesId(3, n), number: 2, title: null, status: 'RELEASED' } : null,
    }));
    expect(data).toEqual({ animeList: { nodes } });
    const whole = await graph.ask(
      `{ animeList(first: ${COUNT}) { nodes { nextEpisode { alternativeTitles { title } anime { id } } } } }`,
    );
    expect(take()).toHaveLength(3);
    expect(whole.data).toEqual({
      animeList: {
        nodes: numbers.map((n) => ({
          nextEpisode: n % 2 === 0 ? { alternativeTitles: [{ title: 'Dritte' }], anime: { id: seriesId(1, n) } } : null,
        })),
      },
    });
  });

  test('by ids keep their order; unknown ones have none', async () => {
    const [episode, unknown] = [seriesId(4, 2), seriesId(9, 9)];
    const ids = JSON.stringify([seriesId(1, 2), unknown, seriesId(1, 1), seriesId(1, 2)]);
    const { data } = await graph.ask(`{
      nextEpisodes(ids: ${ids}) { id }
      lastReleasedEpisodes(ids: ${ids}) { number }
      animeOfEpisodes(ids: ${JSON.stringify([episode, unknown])}) { id title }
    }`);
    expect(data).toEqual({
      nextEpisodes: [{ id: episode }, null, null, { id: episode }],
      lastReleasedEpisodes: [{ number: 2 }, null, null, { number: 2 }],
      animeOfEpisodes: [{ id: seriesId(1, 2), title: '2' }, null],
    });
    const many = JSON.stringify(Array.from({ length: 101 }, (_, n) => seriesId(8, n)));
    for (const name of ['nextEpisodes', 'lastReleasedEpisodes', 'animeOfEpisodes']) {
      expect((await graph.ask(`{ ${name}(ids: ${many}) { id } }`)).codes).toEqual(['invalid_parameter']);
    }
  });
});
