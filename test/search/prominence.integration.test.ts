import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mergeAnime } from '../../src/graph/review/mergeAnime.ts';
import { addTitle } from '../../src/graph/review/titles.ts';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { Indexer } from '../../src/search/indexer/indexer.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { until } from '../support/until.ts';

const quiet = { info: () => {}, warn: () => {} };

function anime(sourceId: string, title: string, more: object = {}) {
  return { type: 'anime', source: 'mal', sourceId, titles: [{ title, language: 'ja-Latn' }], year: 2010, ...more };
}

describeWith(['postgres'], 'prominence', () => {
  let catalog: TestCatalog;
  let index: EmbeddedSearchIndex;
  let indexer: Indexer;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    index = new EmbeddedSearchIndex();
    indexer = new Indexer({ database: catalog.database, index, shared: false, log: quiet, pollMs: 20 });
    indexer.start();
  });
  afterAll(async () => {
    await indexer.stop();
    await catalog.close();
  });

  const row = (title: string) => catalog.database.client.anime.findFirstOrThrow({ where: { title } });
  const prominence = async (title: string) => (await row(title)).prominence;
  const find = async (q: string) => {
    const { hits } = await index.search({ q, filters: {}, limit: 10 }).catch(() => ({ hits: [] }));
    return hits.map(({ id }) => id);
  };

  test('of what has no popularity is estimated from what the catalogue knows', async () => {
    await catalog.import([
      anime('1', 'Obscure Work', { year: null }),
      anime('2', 'Listed Work', {
        titles: [
          { title: 'Listed Work', language: 'ja-Latn' },
          { title: 'The Listed Work', language: 'en' },
        ],
        externalIds: { mal: '2', anilist: '2', anidb: '2' },
        episodes: 24,
      }),
      anime('3', 'Popular Work', { popularity: 1_000_000 }),
    ]);
    expect(await prominence('Obscure Work')).toBeLessThan(await prominence('Listed Work'));
    expect(await prominence('Popular Work')).toBeGreaterThan(100);
    expect(await row('Listed Work')).toMatchObject({ revision: 1 });
  });

  test('rises with the works that continue it, and falls when they go', async () => {
    await catalog.import([anime('10', 'Great Saga')]);
    const alone = await prominence('Great Saga');
    await catalog.import([anime('11', 'Great Saga: The Return', { year: 2012 }), anime('12', 'Great Saga II')]);
    const continued = await prominence('Great Saga');
    expect(continued).toBeGreaterThan(alone);
    expect(await prominence('Great Saga II')).toBeLessThan(alone);
    await catalog.database.client.$executeRaw`DELETE FROM anime WHERE title = 'Great Saga II'`;
    expect(await prominence('Great Saga')).toBeLessThan(continued);
  });

  test('follows direct edits', async () => {
    await catalog.import([anime('20', 'Edited Work')]);
    const before = await prominence('Edited Work');
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = 2e6 WHERE title = 'Edited Work'`;
    const popular = await prominence('Edited Work');
    expect(popular).toBeGreaterThan(before);
    await catalog.database.client.$executeRaw`
      INSERT INTO anime_title (anime_id, position, title, language)
      SELECT id, 9, 'Bearbeitetes Werk', 'de' FROM anime WHERE title = 'Edited Work'`;
    expect(await prominence('Edited Work')).toBeGreaterThan(popular);
  });

  test('follows merges: the survivor has the sites and languages of both, what was merged away continues nothing', async () => {
    await catalog.import([anime('30', 'Merged Epic'), anime('31', 'Merged Epic: Second', { year: 2011 })]);
    const continued = await prominence('Merged Epic');
    const [loser, survivor] = [await row('Merged Epic: Second'), await row('Merged Epic')];
    await mergeAnime(catalog, loser.id, survivor.id, { name: null, reason: null });
    expect(await prominence('Merged Epic')).toBeLessThan(continued);
  });

  test('of few and of many changes in one transaction is weighed once, at the commit', async () => {
    await catalog.database.client.$transaction(async (transaction) => {
      await transaction.$executeRaw`UPDATE anime SET popularity = 10 WHERE title = 'Popular Work'`;
      await transaction.$executeRaw`UPDATE anime SET popularity = 500000 WHERE title = 'Popular Work'`;
    });
    expect(await catalog.database.client.animeToWeigh.count()).toBe(0);
    expect(await prominence('Popular Work')).toBeGreaterThan(80);
  });

  test('changes are followed by the index', async () => {
    await catalog.import([anime('40', 'Contested Name A'), anime('41', 'Contested Name B')]);
    const [a, b] = [await row('Contested Name A'), await row('Contested Name B')];
    await until(async () => (await find('contested name')).length === 2);
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = 3e6 WHERE id = ${b.id}::uuid`;
    await until(async () => (await find('contested name'))[0] === b.id);
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = NULL WHERE id = ${b.id}::uuid`;
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = 3e6 WHERE id = ${a.id}::uuid`;
    await until(async () => (await find('contested name'))[0] === a.id);
  });

  test('a short title that a record adds is found within two seconds', async () => {
    await catalog.import([anime('50', 'Dungeon ni Deai wo Motomeru')]);
    const { id } = await row('Dungeon ni Deai wo Motomeru');
    await until(async () => (await find('dungeon ni deai')).includes(id));
    const titles = [
      { title: 'Dungeon ni Deai wo Motomeru', language: 'ja-Latn' },
      { title: 'DanMachi', kind: 'short' },
    ];
    await catalog.import([anime('50', 'Dungeon ni Deai wo Motomeru', { titles })]);
    await until(async () => (await find('danmachi'))[0] === id, 2_000);
  });

  test('a short title that a reviewer adds is found within two seconds', async () => {
    await catalog.import([anime('60', 'Chainsaw Man')]);
    const { id } = await row('Chainsaw Man');
    await until(async () => (await find('chainsaw man')).includes(id));
    const short = { title: 'Denji', language: null, kind: 'short' } as const;
    await addTitle(catalog, id, short, { name: null, reason: null });
    await until(async () => (await find('denji'))[0] === id, 2_000);
  });
});
