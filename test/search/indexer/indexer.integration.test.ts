import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { onPublication } from '../../../src/graph/publication/onPublication.ts';
import { mergeAnime } from '../../../src/graph/review/mergeAnime.ts';
import type { SearchChange, SearchIndex } from '../../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { ChangeFollower, LogRewoundError } from '../../../src/search/indexer/changeFollower.ts';
import { currentPosition } from '../../../src/search/indexer/changeLog.ts';
import { Indexer } from '../../../src/search/indexer/indexer.ts';
import { rebuildRequests, requestRebuild } from '../../../src/search/indexer/indexerState.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';

const anime = (sourceId: string, title: string) => ({ type: 'anime', source: 'mal', sourceId, titles: [{ title }] });
const quiet = { info: () => {}, warn: () => {} };

/** Asks until the answer is right, 5 s at most. */
async function until(question: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error('it did not come true within 5 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describeWith(['postgres'], 'the indexer', () => {
  let catalog: TestCatalog;
  let index: SearchIndex;
  let indexer: Indexer;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    await catalog.import([anime('1', 'Cowboy Bebop'), anime('2', 'Trigun')]);
    index = new EmbeddedSearchIndex();
    indexer = new Indexer({ database: catalog.database, index, shared: false, log: quiet, pollMs: 20 });
    indexer.start();
  });
  afterAll(async () => {
    await indexer.stop();
    await catalog.close();
  });

  const titled = (title: string) => catalog.database.client.anime.findFirstOrThrow({ where: { title } });
  const find = async (q: string) => {
    const { hits } = await index.search({ q, filters: {}, limit: 10 }).catch(() => ({ hits: [] }));
    return hits.map(({ id }) => id);
  };

  test('builds the index at its start', async () => {
    const { id } = await titled('Trigun');
    await until(async () => (await find('trigun')).includes(id));
    expect(await index.status()).toMatchObject({ state: 'ready', documents: 2 });
  });

  test('follows publications, direct edits, deletions and merges', async () => {
    await catalog.import([anime('3', 'Planetes')]);
    const { id } = await titled('Planetes');
    await until(async () => (await find('planetes')).includes(id));

    await catalog.database.client
      .$executeRaw`UPDATE anime_title SET title = 'Wolf''s Rain' WHERE anime_id = ${id}::uuid`;
    await until(async () => (await find('wolfs rain')).includes(id));
    expect(await find('planetes')).toEqual([]);

    await catalog.import([anime('4', 'Haibane Renmei')]);
    const gone = await titled('Haibane Renmei');
    await until(async () => (await find('haibane')).includes(gone.id));
    await catalog.database.client.$executeRaw`DELETE FROM anime WHERE id = ${gone.id}::uuid`;
    await until(async () => (await find('haibane')).length === 0);

    const [loser, survivor] = [await titled('Trigun'), await titled('Cowboy Bebop')];
    await mergeAnime(catalog, loser.id, survivor.id, { name: null, reason: null });
    await until(async () => (await find('trigun')).includes(survivor.id) && !(await find('trigun')).includes(loser.id));
  });

  test('finds at once what this process or another has published, and direct edits by looking now and then', async () => {
    const own = new EmbeddedSearchIndex();
    const hear = (wake: () => void) => onPublication(catalog.database, catalog.publications, wake);
    const options = { database: catalog.database, index: own, shared: false, log: quiet, onPublication: hear };
    const patient = new Indexer({ ...options, pollMs: 600_000 });
    patient.start();
    const found = async (q: string) => {
      const { hits } = await own.search({ q, filters: {}, limit: 10 }).catch(() => ({ hits: [] }));
      return hits.length > 0;
    };
    await until(() => found('bebop'));
    await catalog.import([anime('7', 'Serial Experiments Lain')]);
    await until(() => found('serial experiments'));
    const { id } = await titled('Serial Experiments Lain');
    await catalog.database.client
      .$executeRaw`UPDATE anime_title SET title = 'Told By Another' WHERE anime_id = ${id}::uuid`;
    await catalog.database.client.$executeRaw`SELECT pg_notify('publication', 'another process')`;
    await until(() => found('told by another'));
    await patient.stop();
  });

  test('misses nothing that a long transaction commits late', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<void> = Promise.resolve();
    await new Promise<void>((started) => {
      late = catalog.database.transaction(async (client) => {
        await client.$executeRaw`UPDATE anime_title SET title = 'Committed Late' WHERE title = 'Cowboy Bebop'`;
        started();
        await held;
      });
    });
    await catalog.import([anime('5', 'Committed Early')]);
    const early = await titled('Committed Early');
    await until(async () => (await find('committed early')).includes(early.id));
    release();
    await late;
    await until(async () => (await find('committed late')).length > 0);
  });

  test('rebuilds when asked, without an unanswered search', async () => {
    const before = await index.status();
    const number = await requestRebuild(catalog.database);
    await until(async () => {
      await index.search({ q: 'committed', filters: {}, limit: 5 });
      return (await rebuildRequests(catalog.database)).done >= number;
    });
    expect((await index.status()).name).not.toBe(before.name);
  });

  test('hands out again what could not be applied, and then only that', async () => {
    const follower = new ChangeFollower(catalog.database, await currentPosition(catalog.database));
    await catalog.import([anime('6', 'Applied Twice')]);
    await expect(follower.follow(() => Promise.reject(new Error('the engine is away')))).rejects.toThrow('away');
    const applied: SearchChange[] = [];
    const take = async (changes: readonly SearchChange[]) => void applied.push(...changes);
    expect(await follower.follow(take)).toBe(1);
    expect(await follower.follow(take)).toBe(0);
    expect(applied).toMatchObject([{ kind: 'upsert', document: { titles: ['Applied Twice'] } }]);
  });

  test('knows a database that was restored from a dump', async () => {
    const follower = new ChangeFollower(catalog.database, { horizon: 4_000_000_000_000n });
    await expect(follower.follow(async () => {})).rejects.toThrow(LogRewoundError);
  });
});
