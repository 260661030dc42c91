import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mergeAnime } from '../../src/graph/review/mergeAnime.ts';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { Indexer } from '../../src/search/indexer/indexer.ts';
import { updateProminence } from '../../src/search/indexer/updateProminence.ts';
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
  /** As the indexer that runs beside has weighed it. */
  const prominence = async (title: string) => {
    await until(async () => (await unweighed()) === 0);
    const { id } = await row(title);
    const { points } = await catalog.database.client.animeProminence.findUniqueOrThrow({ where: { animeId: id } });
    return points;
  };
  const unweighed = async () => {
    const [found] = await catalog.database.client.$queryRaw<{ number: number }[]>`
      SELECT count(*)::int AS number FROM anime a FULL JOIN anime_prominence p ON p.anime_id = a.id
      WHERE (p.scored_version, p.scored_popularity) IS DISTINCT FROM (a.version, a.popularity)`;
    return found?.number;
  };
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
    const { version } = await row('Edited Work');
    await catalog.database.client.$executeRaw`UPDATE anime SET popularity = 2e6 WHERE title = 'Edited Work'`;
    const popular = await prominence('Edited Work');
    expect((await row('Edited Work')).version).toBe(version);
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

  test('of a work that is continued changes neither its tag nor its revision, and is followed by the index', async () => {
    await catalog.import([
      anime('70', 'Tagged Name'),
      anime('71', 'Another Tagged Name', { year: 2011, episodes: 50 }),
    ]);
    const [a, b] = [await row('Tagged Name'), await row('Another Tagged Name')];
    await catalog.database.client
      .$executeRaw`UPDATE anime_title SET title = 'Shared' WHERE anime_id = ANY (${[a.id, b.id]}::uuid[])`;
    await until(async () => (await find('shared'))[0] === b.id);
    const before = await row('Shared').then(() =>
      catalog.database.client.anime.findUniqueOrThrow({ where: { id: a.id } }),
    );
    await catalog.database.client.$executeRaw`UPDATE anime_title SET title = 'Shared B' WHERE anime_id = ${b.id}::uuid`;
    await catalog.import(
      ['72', '73', '74', '75'].map((id) => anime(id, `Shared: Part ${id}`, { year: 2012, episodes: 1 })),
    );
    expect(await prominence('Shared')).toBeGreaterThan(60);
    expect(await catalog.database.client.anime.findUniqueOrThrow({ where: { id: a.id } })).toEqual(before);
    await until(async () => (await find('shared'))[0] === a.id);
  });

  test('of a year that is corrected follows in the works beside it', async () => {
    await catalog.import([anime('80', 'Dated Work'), anime('81', 'Dated Work Returns', { year: 2000 })]);
    const older = await prominence('Dated Work');
    await catalog.database.client.$executeRaw`UPDATE anime SET year = 2015 WHERE title = 'Dated Work Returns'`;
    expect(await prominence('Dated Work')).toBeGreaterThan(older);
  });

  test('of what changed while nobody kept an index is weighed before the next one is built', async () => {
    await indexer.stop();
    await catalog.import([anime('90', 'Unwatched'), anime('91', 'Unwatched II', { popularity: 1_000_000 })]);
    await catalog.database.client.$executeRaw`DELETE FROM anime WHERE title = 'Great Saga: The Return'`;
    expect(await unweighed()).toBe(3);
    indexer = new Indexer({ database: catalog.database, index, shared: false, log: quiet, pollMs: 20 });
    indexer.start();
    expect(await prominence('Unwatched II')).toBeGreaterThan(100);
  });

  test('waits for no writer of a related anime, and no writer for it', async () => {
    await catalog.import([anime('97', 'Held Saga')]);
    const alone = await prominence('Held Saga');
    await catalog.database.session(async (editor) => {
      await editor.query('BEGIN');
      await editor.query("UPDATE anime SET synopsis = 'being edited', popularity = 10 WHERE title = 'Held Saga'");
      await catalog.import([anime('98', 'Held Saga: The Sequel', { year: 2012 })]);
      const { id } = await row('Held Saga: The Sequel');
      await updateProminence(catalog.database, [id]);
      expect(await prominence('Held Saga')).toBeGreaterThan(alone);
      const other = catalog.database.client.$executeRaw`
        UPDATE anime_title SET title = 'Held Saga: The Return' WHERE anime_id = ${id}::uuid`;
      expect(await other).toBe(1);
      await editor.query('COMMIT');
    });
    await until(async () => (await find('held saga the return')).length > 0);
    expect(await row('Held Saga')).toMatchObject({ synopsis: 'being edited' });
  });

  test('is weighed once where several processes hear of a change', async () => {
    await prominence('Unwatched');
    await indexer.stop();
    await catalog.import([anime('95', 'Contended')]);
    const ids = (await catalog.database.client.anime.findMany({ select: { id: true } })).map(({ id }) => id);
    const newest = () => catalog.database.client.animeProminence.findMany({ orderBy: { animeId: 'asc' } });
    await Promise.all([1, 2, 3].map(() => updateProminence(catalog.database, ids)));
    const first = await newest();
    await updateProminence(catalog.database, ids);
    expect(await newest()).toEqual(first);
    expect(await unweighed()).toBe(0);
    indexer = new Indexer({ database: catalog.database, index, shared: false, log: quiet, pollMs: 20 });
    indexer.start();
  });
});
