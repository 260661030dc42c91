import { beforeAll, expect, test } from '@jest/globals';
import type { VariablesOf } from 'gql.tada';
import { ANIME_SORTS, type AnimeSort } from '../../../src/graph/model/vocabulary.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { randomRuns, runSeed } from '../../support/randomRuns.ts';
import { animePageKeys } from '../documents.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, type Row, seededRandom, seriesId } from '../seedRows.ts';

type AnimeFilter = NonNullable<VariablesOf<typeof animePageKeys>['filter']>;

/** So many that no filter's anime are among the first entries of each order, and that their sets are large. */
const ANIME = 4_000;
const GENRES = 180;
const STUDIOS = 12;
const ROUNDS = 4;
const DATES = [
  ...['0001-01-01', '0001-01-31', '0001-02-01', '0001-12-31', '0002-01-01', '1899-12-31', '1948-02-29'],
  ...['1949-12-31', '1950-01-01', '1950-12-31', '2013-12-31', '2014-01-01', '2014-01-31', '2014-02-28', '2015-12-31'],
  ...['2016-01-01', '2049-12-31', '2050-12-31', '2051-01-01', '9998-01-01', '9999-12-31'],
];
const COUNTS = [0, 1, 12, 49, 50, 59, 60, 61, 99, 100, 101, 149, 150, 1_999, 2_000, 2_001, 2 ** 31 - 1];
const WEEKDAYS = ['monday', 'thursday', 'sunday'] as const;
const FORMATS = ['tv', 'movie', 'ova', 'unknown'] as const;
const STATUSES = ['announced', 'airing', 'finished', 'unknown'] as const;
const SEASONS = ['winter', 'spring', 'summer', 'fall'] as const;
/** What arrays, quotes and statements are written with. */
const HOSTILE = ['null', '{a,b}', `a"b'c`, 'a\\b', '$1', '恋愛', 'x;--', '%'];

interface Anime {
  readonly id: string;
  readonly title: string;
  readonly updated_at: string;
  readonly format: string;
  readonly status: string;
  readonly year: number | null;
  readonly season: string | null;
  readonly start_date: string | null;
  readonly episode_count: number | null;
  readonly is_adult: boolean | null;
  readonly weekday: string | null;
  readonly genres: readonly string[];
  readonly studios: readonly string[];
}

const slugOf = (term: string, n: number) => HOSTILE[n] ?? `${term}-${n}`;

describeWith(['postgres'], 'filtered pages', () => {
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;
  const random = seededRandom(1 + runSeed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(values: readonly Value[], most: number) => [
    ...new Set(Array.from({ length: below(most + 1) }, () => pick(values))),
  ];

  /** In statements that a busy machine ends in time. */
  const insertAll = async (table: string, all: readonly Row[]) => {
    for (let at = 0; at < all.length; at += 500) await insertRows(catalog.database, table, all.slice(at, at + 500));
  };

  beforeAll(async () => {
    graph = new GraphTester(catalog.database);
    // What is early in an order is of one kind: the anime of other kinds are behind what is read at first.
    const early = (n: number) => n < ANIME * 0.6;
    const rows = Array.from({ length: ANIME }, (_, n) => ({
      id: seriesId(1, n),
      title: `${early(n) ? 'a' : 'b'} ${below(500)}`,
      format: early(n) ? 'tv' : pick(FORMATS),
      status: early(n) ? 'finished' : pick(STATUSES),
      year: pick([null, 1900, 2013, 2014, 2200]),
      season: pick([null, ...SEASONS]),
      start_date: pick([null, ...DATES]),
      episode_count: pick([null, ...COUNTS]),
      is_adult: early(n) ? false : pick([null, false, true]),
      updated_at: new Date(Date.UTC(2024, 0, 1) + below(300) * 3_600_000).toISOString(),
      broadcast: pick([null, ...WEEKDAYS.map((weekday) => ({ weekday, timezone: 'UTC' }))]),
    }));
    await insertAll('anime', rows);
    for (const [term, count] of Object.entries({ genre: GENRES, studio: STUDIOS })) {
      const terms = Array.from({ length: count }, (_, n) => ({ id: seriesId(count, n), slug: slugOf(term, n) }));
      await insertRows(
        catalog.database,
        term,
        terms.map(({ id, slug }) => ({ id, slug, name: slug, key: slug })),
      );
      // A few have more than their facets hold.
      const links = rows.flatMap(({ id }, n) =>
        (n % 1_000 === 999 ? terms : some(terms.slice(0, early(n) ? 6 : 12), 3)).map((it, position) => ({
          ...{ anime_id: id, [`${term}_id`]: it.id, position },
        })),
      );
      await insertAll(`anime_${term}`, links);
    }
  }, 120_000);

  /** By hand, past the service. */
  const edits = () => {
    const anime = () => `'${seriesId(1, below(ANIME))}'`;
    const genre = () => `'${seriesId(GENRES, below(12))}'`;
    return [
      `UPDATE anime SET merged_into_id = NULL`,
      `UPDATE anime SET merged_into_id = (SELECT max(id::text)::uuid FROM anime WHERE merged_into_id IS NULL)
        WHERE id > ${anime()} AND random() < 0.1 AND id::text < (SELECT max(id::text) FROM anime WHERE merged_into_id IS NULL)`,
      `DELETE FROM anime WHERE id > ${anime()} AND random() < 0.05`,
      `UPDATE anime SET status = 'airing', broadcast = '{"weekday": "monday", "timezone": "UTC"}' WHERE id > ${anime()} AND random() < 0.2`,
      `UPDATE anime SET status = 'finished', season = NULL WHERE id < ${anime()} AND random() < 0.2`,
      `UPDATE anime SET start_date = NULL, episode_count = 60 WHERE random() < 0.1`,
      `DELETE FROM anime_genre WHERE genre_id = ${genre()} AND random() < 0.5`,
      `INSERT INTO anime_genre SELECT id, ${genre()}, 900 FROM anime WHERE random() < 0.3 ON CONFLICT DO NOTHING`,
      `UPDATE anime_genre l SET genre_id = ${genre()} WHERE position = 0 AND random() < 0.2 AND NOT EXISTS (
        SELECT FROM anime_genre o WHERE o.anime_id = l.anime_id AND o.position > 0)`,
      `UPDATE genre SET slug = slug || '!' WHERE id = ${genre()}`,
      `UPDATE genre SET name = name || '!' WHERE id = ${genre()}`,
      `DELETE FROM anime_studio WHERE studio_id = '${seriesId(STUDIOS, 3)}'`,
      `BEGIN; DELETE FROM anime_genre; SAVEPOINT s; DELETE FROM anime_studio; ROLLBACK TO s; ROLLBACK`,
      `BEGIN; SAVEPOINT s; DELETE FROM anime_genre WHERE genre_id = ${genre()}; ROLLBACK TO s;
        UPDATE anime SET year = 2013 WHERE id = ${anime()}; COMMIT`,
    ];
  };

  const rows = async (): Promise<Anime[]> => {
    const [row] = await catalog.database.client.$queryRawUnsafe<{ rows: Anime[] }[]>(`
      SELECT json_agg(a) AS rows FROM (
        SELECT id, title, to_char(updated_at, 'YYYYMMDDHH24MISSMS') AS updated_at, format, status, year, season,
          start_date::text, episode_count, is_adult, broadcast ->> 'weekday' AS weekday,
          ARRAY(SELECT slug FROM anime_genre JOIN genre g ON g.id = genre_id WHERE anime_id = anime.id) AS genres,
          ARRAY(SELECT slug FROM anime_studio JOIN studio s ON s.id = studio_id WHERE anime_id = anime.id) AS studios
        FROM anime WHERE merged_into_id IS NULL) a`);
    return row?.rows ?? [];
  };

  const terms = (term: string) =>
    catalog.database.client.$queryRawUnsafe<{ slug: string; anime_count: number }[]>(
      `SELECT slug, anime_count FROM ${term} ORDER BY id LIMIT 12`,
    );

  const range = <Value>(values: readonly Value[], order: (one: Value, other: Value) => number) => {
    const [from, to] = [pick(values), pick(values)].sort(order) as [Value, Value];
    const near = values[Math.min(values.indexOf(from) + 1, values.length - 1)] as Value;
    return pick([{ from, to }, { from, to: near }, { from, to: from }, { from }, { to }]);
  };

  /** One filter, a pair or three. */
  const randomFilter = (genres: readonly string[], studios: readonly string[]): AnimeFilter => {
    const all: readonly AnimeFilter[] = [
      { year: pick([1900, 2013, 2014, 2199, 2200]) },
      { season: [...some(SEASONS, 2), pick(SEASONS)] },
      { format: [...some(FORMATS, 1), pick(FORMATS)] },
      { status: [...some(STATUSES, 1), pick(STATUSES)] },
      { genre: [pick(genres), ...some(genres, 1)] },
      { studio: [pick(studios), ...some(studios, 2)] },
      { isAdult: [pick([null, true, false]), ...some([true, null], 1)] },
      { airing: [pick(WEEKDAYS), ...some(WEEKDAYS, 1)] },
      { startDate: range(DATES, (one, other) => (one < other ? -1 : 1)) },
      { episodes: range([-(2 ** 31), -1, ...COUNTS], (one, other) => one - other) },
    ];
    return Object.assign({}, ...Array.from({ length: 1 + below(3) }, () => pick(all)));
  };

  test('have what a look at every anime finds, in order, page after page, after any edit by hand', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) {
        for (const edit of some(edits(), 8)) await catalog.database.session((connection) => connection.query(edit));
      }
      const all = await rows();
      const [genres, studios] = [await terms('genre'), await terms('studio')];
      for (const [term, known] of [
        ['genres', genres],
        ['studios', studios],
      ] as const) {
        for (const { slug, anime_count: said } of known) {
          expect([runSeed, slug, said]).toEqual([runSeed, slug, all.filter((it) => it[term].includes(slug)).length]);
        }
      }
      for (let run = 0; run < randomRuns(150); run += 1) {
        const filter = randomFilter(
          genres.map(({ slug }) => slug),
          studios.map(({ slug }) => slug),
        );
        const sort = pick(ANIME_SORTS);
        const wanted = sorted(
          all.filter((it) => matches(it, filter)),
          sort,
        );
        // Short lists in small pages, long ones in larger.
        const first = Math.min(100, 1 + below(100) + Math.ceil(wanted.length / 40));
        expect({ runSeed, filter, sort, first, ids: await walk(filter, sort, first) }).toEqual({
          ...{ runSeed, filter, sort, first, ids: wanted },
        });
      }
    }
  }, 300_000);

  /** From the first page to the last, and from any page on again. */
  async function walk(filter: AnimeFilter, sort: AnimeSort, first: number): Promise<string[]> {
    const read = async (after: string | null) => {
      const { nodes, pageInfo } = (await graph.run(animePageKeys, { filter, sort, first, after })).animeList;
      return { ids: nodes.map(({ id }) => id), ...pageInfo, after };
    };
    const pages = [await read(null)];
    for (let last = pages.at(-1); last?.hasNextPage; last = pages.at(-1)) pages.push(await read(last.endCursor));
    const again = pages.at(below(pages.length));
    expect(await read(again?.after ?? null)).toEqual(again);
    return pages.flatMap(({ ids }) => ids);
  }
});

function matches(it: Anime, filter: AnimeFilter): boolean {
  const oneOf = <Value>(values: readonly Value[] | null | undefined, value: unknown) =>
    values == null || values.some((each) => each === value);
  const within = <Value extends string | number>(
    range: { readonly from?: Value | null; readonly to?: Value | null } | null | undefined,
    value: Value | null,
  ) =>
    range == null ||
    (value !== null && (range.from == null || value >= range.from) && (range.to == null || value <= range.to));
  return (
    (filter.year == null || it.year === filter.year) &&
    oneOf(filter.season, it.season) &&
    oneOf(filter.format, it.format) &&
    oneOf(filter.status, it.status) &&
    (filter.genre ?? []).every((slug) => it.genres.includes(slug)) &&
    (filter.studio == null || filter.studio.some((slug) => it.studios.includes(slug))) &&
    oneOf(filter.isAdult, it.is_adult) &&
    oneOf(filter.airing, it.status === 'airing' ? it.weekday : undefined) &&
    within(filter.startDate, it.start_date) &&
    within(filter.episodes, it.episode_count)
  );
}

function sorted(found: readonly Anime[], sort: AnimeSort): string[] {
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const keys: Readonly<Record<AnimeSort, (one: Anime, other: Anime) => number>> = {
    'id.asc': () => 0,
    'title.asc': (one, other) => compare(one.title, other.title),
    'updated.desc': (one, other) => compare(other.updated_at, one.updated_at),
  };
  return found.toSorted((one, other) => keys[sort](one, other) || compare(one.id, other.id)).map(({ id }) => id);
}
