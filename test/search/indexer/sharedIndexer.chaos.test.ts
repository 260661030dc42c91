import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ElasticsearchIndex } from '../../../src/search/elasticsearch/elasticsearchIndex.ts';
import { Indexer } from '../../../src/search/indexer/indexer.ts';
import { rebuildRequests, requestRebuild } from '../../../src/search/indexer/indexerState.ts';
import { describeWith } from '../../support/describeWith.ts';
import { dumpDatabase } from '../../support/dumpDatabase.ts';
import { openTestCatalog, type TestCatalog } from '../../support/openTestCatalog.ts';
import { sharedServer } from '../../support/sharedServer.ts';
import { until as cameTrue } from '../../support/until.ts';
import { openTestIndex } from '../openTestIndex.ts';

const anime = (sourceId: string, title: string) => ({ type: 'anime', source: 'mal', sourceId, titles: [{ title }] });
const quiet = { info: () => {}, warn: () => {} };

const until = (question: () => boolean | Promise<boolean>) => cameTrue(question, 20_000);

describeWith(['postgres', 'postgresPrograms', 'elasticsearch'], 'an index that processes share', () => {
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

  // Titles of no word in common: where a title is not there, search leaves words out.
  test.each([
    ['restoreAnew', 'Mushishi', 'Texhnolyze', 'Kaiba'],
    ['restoreInPlace', 'Baccano', 'Ergo Proxy', 'Dennou Coil'],
  ] as const)('is rebuilt after a restore beneath its keeper (%s)', async (restore, kept, lost, later) => {
    const indexer = keep();
    const standby = keep();
    await catalog.import([anime('5', kept)]);
    const dump = await dumpDatabase(catalog.url);
    await catalog.import([anime('6', lost)]);
    await until(async () => (await finds(lost)) && (await finds(kept)));
    await dump[restore](catalog.url);
    await until(async () => !(await finds(lost)));
    await catalog.import([anime('7', later)]);
    await until(() => finds(later));
    expect(await finds(kept)).toBe(true);
    await indexer.stop();
    await standby.stop();
    await dump.discard();
  });

  test('is rebuilt by the first process that starts after a restore', async () => {
    const before = keep();
    await catalog.import([anime('8', 'Monster')]);
    const dump = await dumpDatabase(catalog.url);
    await catalog.import([anime('9', 'Paprika')]);
    await until(() => finds('paprika'));
    await before.stop();
    await dump.restoreAnew(catalog.url);
    const after = keep();
    await until(async () => !(await finds('paprika')) && (await finds('monster')));
    await after.stop();
    await dump.discard();
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
