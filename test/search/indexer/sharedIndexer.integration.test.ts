import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ElasticsearchIndex } from '../../../src/search/elasticsearch/elasticsearchIndex.ts';
import { Indexer } from '../../../src/search/indexer/indexer.ts';
import { rebuildRequests, requestRebuild } from '../../../src/search/indexer/indexerState.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { sharedServer } from '../../support/sharedServer.ts';
import { openTestIndex } from '../openTestIndex.ts';

const anime = (sourceId: string, title: string) => ({ type: 'anime', source: 'mal', sourceId, titles: [{ title }] });
const quiet = { info: () => {}, warn: () => {} };

async function until(question: () => Promise<boolean>, milliseconds = 15_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await question())) {
    if (Date.now() > deadline) throw new Error(`it did not come true within ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describeWith(['postgres', 'elasticsearch'], 'an index that processes share', () => {
  let catalog: TestCatalog;
  let index: ElasticsearchIndex;

  beforeAll(async () => {
    catalog = await openTestCatalog();
    const url = await sharedServer('elasticsearch');
    index = openTestIndex([url]);
    await catalog.import([anime('1', 'Cowboy Bebop'), anime('2', 'Trigun')]);
  });
  afterAll(async () => {
    await index.close();
    await catalog.close();
  });

  const keep = () => {
    const indexer = new Indexer({ database: catalog.database, index, shared: true, log: quiet, pollMs: 50 });
    indexer.start();
    return indexer;
  };
  const finds = async (q: string) => {
    const answer = await index.search({ q, filters: {}, limit: 10 }).catch(() => null);
    return (answer?.found ?? 0) > 0;
  };

  test('is gone on with where the last process left it, nothing lost and nothing built again', async () => {
    const first = keep();
    await until(() => finds('trigun'));
    const { name } = await index.status();
    await first.stop();

    await catalog.import([anime('3', 'Planetes')]);
    await catalog.database.client.$executeRaw`DELETE FROM anime WHERE title = 'Trigun'`;
    const second = keep();
    await until(async () => (await finds('planetes')) && !(await finds('trigun')));
    expect((await index.status()).name).toBe(name);
    await second.stop();
  });

  test('is kept by one process at a time; another takes over', async () => {
    const [first, second] = [keep(), keep()];
    const phases = () => [first.status().phase, second.status().phase].sort();
    await until(async () => phases().join() === 'following,standby');
    const [keeper, other] = first.status().phase === 'following' ? [first, second] : [second, first];
    await keeper.stop();
    await until(async () => other.status().phase === 'following');
    await catalog.import([anime('4', 'Haibane Renmei')]);
    await until(() => finds('haibane renmei'));
    await other.stop();
  });

  test('is rebuilt while it answers: not one search fails', async () => {
    const indexer = keep();
    await until(async () => indexer.status().phase === 'following');
    const { name } = await index.status();
    const number = await requestRebuild(catalog.database);
    let searches = 0;
    await until(async () => {
      const { found } = await index.search({ q: 'cowboy bebop', filters: {}, limit: 1 });
      expect(found).toBe(1);
      searches += 1;
      return (await rebuildRequests(catalog.database)).done >= number;
    });
    expect(searches).toBeGreaterThan(1);
    expect((await index.status()).name).not.toBe(name);
    await indexer.stop();
  });
});
