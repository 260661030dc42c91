import { expect, test } from '@jest/globals';
import { onPublication } from '../../../src/graph/publication/publicationSignal.ts';
import { addTitle } from '../../../src/graph/review/titles.ts';
import { Indexer } from '../../../src/search/indexer/indexer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openTestCatalog } from '../../support/openTestCatalog.ts';
import { animeRecord } from '../../support/records.ts';
import { sharedServer } from '../../support/sharedServer.ts';
import { until } from '../../support/until.ts';
import { openTestIndex } from '../openTestIndex.ts';

const quiet = { info: () => {}, warn: () => {} };

describeWith(['postgres', 'elasticsearch'], 'an index in Elasticsearch that an indexer follows', () => {
  const catalog = ofSuite(openTestCatalog);

  test('finds the short titles that records and reviewers add', async () => {
    const index = openTestIndex([await sharedServer('elasticsearch')]);
    const subscribe = (wake: () => void) => onPublication(catalog.database, catalog.publications, wake);
    const options = { database: catalog.database, index, shared: true, log: quiet, onPublication: subscribe };
    const indexer = new Indexer(options);
    indexer.start();
    const first = async (q: string) => {
      const { hits } = await index.search({ q, filters: {}, limit: 1 }).catch(() => ({ hits: [] }));
      return hits[0]?.id;
    };
    const import_ = (...titles: readonly object[]) => catalog.import([animeRecord('mal', '50', { titles })]);
    const [title, short] = [{ title: 'Dungeon ni Deai wo Motomeru' }, { title: 'DanMachi', kind: 'short' }];
    await import_(title);
    const { id } = await catalog.database.client.anime.findFirstOrThrow();
    await until(async () => (await first(title.title)) === id);
    expect(await first('danmachi')).toBeUndefined();
    await import_(title, short);
    await until(async () => (await first('danmachi')) === id);
    await addTitle(catalog, id, { title: 'Bell', language: null, kind: 'short' }, { name: null, reason: null });
    await until(async () => (await first('bell')) === id);
    await indexer.stop();
    await index.close();
  });
});
