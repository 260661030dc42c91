import { beforeAll, expect, test } from '@jest/globals';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animePage, animePageKeys, episodesOfAnime, episodesOfAnimeKeys, oneAnime } from '../documents.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seriesId } from '../seedRows.ts';

const COUNT = 60;
const ids = Array.from({ length: COUNT }, (_, n) => seriesId(1, n));

describeWith(['postgres'], 'the number of statements', () => {
  const { take } = countStatements();
  const catalog = ofSuite(openTestCatalog);
  let graph: GraphTester;

  beforeAll(async () => {
    const { database } = catalog;
    graph = new GraphTester(database);
    const survivor = ids[0] as string;
    await insertRows(database, 'anime', [{ id: survivor, title: '0' }]);
    await insertRows(
      database,
      'anime',
      ids.slice(1).map((id, n) => ({ id, title: `${n + 1}`, merged_into_id: n % 10 === 9 ? survivor : null })),
    );
    for (const term of ['genre', 'studio']) {
      await insertRows(
        database,
        term,
        [1, 2, 3].map((n) => ({ id: seriesId(2, n), slug: `${term}-${n}`, name: 'x', key: `${n}` })),
      );
      await insertRows(
        database,
        `anime_${term}`,
        ids.flatMap((id) => [1, 2, 3].map((n) => ({ anime_id: id, [`${term}_id`]: seriesId(2, n), position: n }))),
      );
    }
    const next = ids.slice(1).map((id, n) => ({ anime_id: ids[n] ?? '', related_id: id, type: 'sequel' }));
    await insertRows(database, 'anime_relation', next);
    const times = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' };
    await insertRows(
      database,
      'episode',
      ids.flatMap((id, at) =>
        [1, 2, 3].map((n) => ({
          ...{ id: seriesId(3, at * 10 + n), anime_id: id, number: n },
          ...{ status: 'released', released_at: '2024-02-29T00:00:00Z', ...times },
        })),
      ),
    );
  });

  /** How many statements one operation takes. */
  async function during(work: () => Promise<unknown>): Promise<number> {
    take();
    await work();
    return take().length;
  }

  const page = { filter: {}, sort: 'id.asc', first: 50, after: null } as const;
  const episodes = { id: ids[0] as string, first: 25, after: null };

  test('of keys is one, and one more reads what is shown of them', async () => {
    expect(await during(() => graph.run(animePageKeys, page))).toBe(1);
    expect(await during(() => graph.run(episodesOfAnimeKeys, episodes))).toBe(1);
    expect(await during(() => graph.run(animePage, page))).toBe(2);
    expect(await during(() => graph.run(oneAnime, { id: ids[0] as string }))).toBe(2);
    expect(await during(() => graph.run(episodesOfAnime, episodes))).toBe(2);
  });

  test('does not grow with the page: every relation of every anime is batched', async () => {
    const everything = (first: number) =>
      graph.ask(`{
        animeList(first: ${first}) {
          nodes {
            title
            genres { name animeCount }
            studios { name animeCount }
            alternativeTitles { title }
            relations { type anime { title episodeCount genres { slug } } }
            few: episodes(first: 1) { nodes { title anime { title genres { animeCount } } } }
            episodes(first: 10) { nodes { anime { mergedInto { title } synopsis } } }
          }
        }
      }`);
    const small = await during(() => everything(2));
    const large = await during(() => everything(30));
    expect(large).toBe(small);
    expect(large).toBeLessThanOrEqual(8);
  });

  test('of bulk reads and of merged anime is bounded too', async () => {
    const list = JSON.stringify(ids);
    expect(await during(() => graph.ask(`{ animeByIds(ids: ${list}) { title mergedInto { id } } }`))).toBe(1);
    expect(
      await during(() => graph.ask(`{ animeByIds(ids: ${list}) { title mergedInto { title } } }`)),
    ).toBeLessThanOrEqual(2);
    const one = ids.map((id, n) => `a${n}: anime(id: "${id}") { title }`).join(' ');
    expect(await during(() => graph.ask(`{ ${one} }`))).toBe(2);
  });

  test('does not grow with the requests where they coincide', async () => {
    const many = ids.slice(0, 40);
    const all = <Answer>(ask: (id: string) => Promise<Answer>) => during(() => Promise.all(many.map(ask)));
    expect(await all((id) => graph.run(oneAnime, { id }))).toBe(2);
    expect(await all((id) => graph.run(episodesOfAnimeKeys, { id, first: 25, after: null }))).toBe(1);
  });

  test('of the counts of a list is none', async () => {
    expect(await during(() => graph.ask('{ genres { nodes { slug name } } }'))).toBe(1);
    expect(
      await during(() => graph.ask('{ genres { nodes { slug animeCount } } studios { nodes { animeCount } } }')),
    ).toBe(2);
  });

  test('leaves merged anime out of a count', async () => {
    const merged = ids.filter((_id, at) => at > 0 && at % 10 === 0).length;
    const { data } = await graph.ask('{ genres { nodes { slug animeCount } } }');
    expect(data).toEqual({
      genres: { nodes: [1, 2, 3].map((n) => ({ slug: `genre-${n}`, animeCount: COUNT - merged })) },
    });
  });
});
