import { beforeAll, expect, test } from '@jest/globals';
import { countStatements } from '../../support/countStatements.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { GraphTester } from '../graphTester.ts';
import { insertRows, seriesId } from '../seedRows.ts';

const COUNT = 100;
const numbers = Array.from({ length: COUNT }, (_, n) => n);
const HOUR = 3_600_000;

describeWith(['postgres'], 'the episodes beside now', () => {
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
