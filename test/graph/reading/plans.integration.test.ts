import { beforeAll, expect, test } from '@jest/globals';
import { listAnime, listAnimeChanges, listPremieres } from '../../../src/graph/anime/animeLists.ts';
import { listEpisodeChanges, listReleases, listSchedules } from '../../../src/graph/episode/episodeLists.ts';
import type { AnimeFilter } from '../../../src/graph/generated/resolvers.ts';
import { ANIME_SORTS } from '../../../src/graph/model/vocabulary.ts';
import { Loaders, type ReadingContext } from '../../../src/graph/reading/loaders.ts';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';

/** Values that most anime, some and none have. */
const VALUES: readonly AnimeFilter[] = [
  ...[{ year: 2020 }, { year: 1961 }, { year: 1900 }],
  ...[{ season: ['winter' as const] }, { season: ['spring' as const, 'fall' as const] }],
  ...[{ format: ['tv' as const] }, { format: ['music' as const] }, { format: ['movie' as const, 'ova' as const] }],
  ...[{ status: ['finished' as const] }, { status: ['airing' as const] }, { status: ['announced' as const] }],
  ...[{ genre: ['genre-1'] }, { genre: ['genre-200'] }, { genre: ['genre-1', 'genre-2'] }],
  ...[{ studio: ['studio-1'] }, { studio: ['studio-200'] }, { studio: ['studio-1', 'studio-200'] }],
  ...[{ isAdult: [false] }, { isAdult: [true] }, { isAdult: [null] }],
  ...[{ airing: ['monday' as const] }, { airing: ['saturday' as const, 'sunday' as const] }],
  ...[{ startDate: { from: '2020-01-01' } }, { startDate: { from: '1961-01-01', to: '1961-03-01' } }],
  ...[{ episodes: { from: 12, to: 13 } }, { episodes: { from: 500 } }],
];

/** Every two of different filters. */
const PAIRS = VALUES.flatMap((one, at) =>
  VALUES.slice(at + 1)
    .filter((other) => Object.keys(other)[0] !== Object.keys(one)[0])
    .map((other) => ({ ...one, ...other })),
);

/** A week of episodes. */
const PAGE = {
  ...{ from: '2022-01-03T00:00:00.000Z', to: '2022-01-10T00:00:00.000Z', asOf: '2022-02-01T00:00:00.000Z' },
  ...{ first: 25, after: null },
} as const;

describeWith(['postgres'], 'the plans of lists', () => {
  const statements = countStatements();
  const catalog = ofSuite(openTestCatalog);

  beforeAll(async () => {
    const { client } = catalog.database;
    for (const term of ['genre', 'studio']) {
      await client.$executeRawUnsafe(
        `INSERT INTO ${term} (id, slug, name, key) SELECT gen_random_uuid(), '${term}-' || n, n, n FROM generate_series(1, 200) n`,
      );
    }
    // 30,000 anime. Their terms are skewed, as those of a real catalogue: half have the first, few the last.
    await catalog.database.transaction(async (inner) => {
      await inner.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
      await inner.$executeRaw`
        INSERT INTO anime (id, title, format, status, year, season, episode_count, is_adult, start_date, broadcast, terms, version)
        SELECT gen_random_uuid(), md5(n::text), (ARRAY['tv', 'tv', 'movie', 'ova', 'special', 'music'])[1 + n % 6]::anime_format,
          CASE WHEN n % 50 = 0 THEN 'airing' WHEN n % 90 = 1 THEN 'announced' ELSE 'finished' END::anime_status,
          2024 - (64 * (n % 997 / 997.0) ^ 2)::int, (ARRAY['winter', 'spring', 'summer', 'fall'])[1 + n % 4]::season,
          CASE WHEN n % 3 = 0 THEN 12 ELSE n % 40 END, CASE n % 12 WHEN 0 THEN true WHEN 1 THEN false END,
          make_date(2024 - (64 * (n % 997 / 997.0) ^ 2)::int, 1 + n % 12, 1 + n % 28),
          CASE WHEN n % 50 = 0 THEN jsonb_build_object('weekday', (ARRAY['monday', 'tuesday', 'sunday'])[1 + n / 50 % 3], 'timezone', 'UTC') END,
          ARRAY[g.number, s.number], n
        FROM generate_series(1, 30000) n
          JOIN genre g ON g.slug = 'genre-' || (1 + 199 * (n % 991 / 991.0) ^ 3)::int
          JOIN studio s ON s.slug = 'studio-' || (1 + 199 * (n % 983 / 983.0) ^ 2)::int`;
    });
    // 60,000 episodes, of which every hundredth is planned.
    await catalog.database.transaction(async (inner) => {
      await inner.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
      await inner.$executeRaw`
        INSERT INTO episode (id, anime_id, number, status, released_at, scheduled_at, version)
        SELECT gen_random_uuid(), a.id, n, CASE WHEN a.version % 50 + n = 2 THEN 'scheduled' ELSE 'released' END::episode_status,
          CASE WHEN a.version % 50 + n = 2 THEN NULL ELSE '2020-01-01'::timestamptz + a.version * interval '1 hour' END,
          '2020-01-01'::timestamptz + a.version * interval '1 hour', a.version * 2 + n
        FROM anime a, generate_series(1, 2) n`;
    });
    await client.$executeRaw`VACUUM ANALYZE anime, episode`;
  }, 120_000);

  test.each([
    ['releases', listReleases],
    ['all schedules', listSchedules],
    ['schedules of one status', (context, page) => listSchedules(context, { ...page, status: ['delayed'] })],
    ['premieres', (context, page) => listPremieres(context, { ...page, from: '2023-01-01', to: '2023-04-01' })],
    ['changed anime', listAnimeChanges],
    ['changed episodes', listEpisodeChanges],
  ] as readonly [string, (context: ReadingContext, page: typeof PAGE) => Promise<unknown>][])(
    '%s are read along an index',
    async (_name, list) => {
      const { database } = catalog;
      statements.takeWhole();
      const loaders = new Loaders({ database });
      await list({ database, loaders, now: () => new Date() }, PAGE);
      const { text, values } = statements.takeWhole().at(-1) ?? { text: '', values: [] };
      const plan = await database.query({ text: `EXPLAIN ${text}`, values: [...values] });
      expect(JSON.stringify(plan)).toMatch(/Index (Only )?Scan/);
      expect(JSON.stringify(plan)).not.toContain('Seq Scan');
    },
  );

  test.each(ANIME_SORTS)(
    'none of any two filters in %s reads the table from one end to the other',
    async (sort) => {
      const { database } = catalog;
      const whole: string[] = [];
      // Each pair in one of the orders.
      const own = PAIRS.filter((_pair, at) => at % ANIME_SORTS.length === ANIME_SORTS.indexOf(sort));
      const readsWhole = async (filter: AnimeFilter, after: string | null) => {
        statements.takeWhole();
        const context = { database, loaders: new Loaders({ database }), now: () => new Date() };
        const { pageInfo } = await listAnime(context, { filter, sort, first: 25, after });
        const { text, values } = statements.takeWhole().at(-1) ?? { text: '', values: [] };
        expect(text).toContain('"public"."anime"');
        const rows = await database.query({ text: `EXPLAIN ${text}`, values: [...values] });
        if (rows.some((row) => JSON.stringify(row).includes('Seq Scan on anime'))) whole.push(JSON.stringify(filter));
        return pageInfo.endCursor;
      };
      for (const filter of own) await readsWhole(filter, null);
      // A later page compares with the last row of the one before.
      for (const filter of VALUES) {
        const next = await readsWhole(filter, null);
        if (next !== null) await readsWhole(filter, next);
      }
      expect(own.length).toBeGreaterThan(80);
      expect(whole).toEqual([]);
    },
    120_000,
  );
});
