import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { onPublication } from '../../src/graph/publication/publicationSignal.ts';
import { addTitle } from '../../src/graph/review/titles.ts';
import type { SearchIndex } from '../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import { Indexer } from '../../src/search/indexer/indexer.ts';
import { describeWith } from '../support/describeWith.ts';
import { openTestCatalog, type TestCatalog } from '../support/openTestCatalog.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { until } from '../support/until.ts';
import { openTestIndex } from './openTestIndex.ts';

const quiet = { info: () => {}, warn: () => {} };
const DEADLINE_MS = 2_000;
const FILLED_MS = 20_000;

interface Adapter {
  readonly name: string;
  readonly shared: boolean;
  readonly needed: readonly ('postgres' | 'elasticsearch')[];
  readonly open: () => Promise<SearchIndex>;
}

const ADAPTERS: readonly Adapter[] = [
  { name: 'the embedded index', shared: false, needed: ['postgres'], open: async () => new EmbeddedSearchIndex() },
  {
    name: 'Elasticsearch',
    shared: true,
    needed: ['postgres', 'elasticsearch'],
    open: async () => openTestIndex([await sharedServer('elasticsearch')]),
  },
];

function anime(sourceId: string, title: string, short?: string) {
  const titles = [{ title, language: 'ja-Latn' }, ...(short === undefined ? [] : [{ title: short, kind: 'short' }])];
  return { type: 'anime', source: 'mal', sourceId, titles, year: 2010 };
}

for (const { name, shared, needed, open } of ADAPTERS) {
  describeWith(needed, `short titles in ${name}`, () => {
    let catalog: TestCatalog;
    let index: SearchIndex;
    let indexer: Indexer;

    beforeAll(async () => {
      catalog = await openTestCatalog();
      index = await open();
      const subscribe = (wake: () => void) => onPublication(catalog.database, catalog.publications, wake);
      indexer = new Indexer({ database: catalog.database, index, shared, log: quiet, onPublication: subscribe });
      indexer.start();
    });
    afterAll(async () => {
      await indexer?.stop();
      await index?.close();
      await catalog?.close();
    });

    const first = async (q: string) => {
      const { hits } = await index.search({ q, filters: {}, limit: 1 }).catch(() => ({ hits: [] }));
      return hits[0]?.id;
    };
    const imported = async (title: string) => {
      const { id } = await catalog.database.client.anime.findFirstOrThrow({ where: { title } });
      await until(async () => (await first(title)) === id, FILLED_MS);
      return id;
    };

    test('that a record adds are found within two seconds', async () => {
      await catalog.import([anime('50', 'Dungeon ni Deai wo Motomeru')]);
      const id = await imported('Dungeon ni Deai wo Motomeru');
      expect(await first('danmachi')).toBeUndefined();
      await catalog.import([anime('50', 'Dungeon ni Deai wo Motomeru', 'DanMachi')]);
      await until(async () => (await first('danmachi')) === id, DEADLINE_MS);
    });

    test('that a reviewer adds are found within two seconds', async () => {
      await catalog.import([anime('60', 'Chainsaw Man')]);
      const id = await imported('Chainsaw Man');
      expect(await first('denji')).toBeUndefined();
      await addTitle(catalog, id, { title: 'Denji', language: null, kind: 'short' }, { name: null, reason: null });
      await until(async () => (await first('denji')) === id, DEADLINE_MS);
    });
  });
}
