import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { ElasticsearchIndex } from '../../src/search/elasticsearch/elasticsearchIndex.ts';
import { startElasticsearch } from '../../test/support/elasticsearch/startElasticsearch.ts';
import type { BenchAdapter } from './adapter.ts';

/** Rounds over the whole catalogue's first titles until the server has compiled what it runs often. */
const WARM_UP_SEARCHES = 2_000;

/** A real server of its own for each filling; with TEST_ELASTICSEARCH_URL that one, in an index of its own. */
export const elasticsearch: BenchAdapter = {
  name: 'elasticsearch',
  async open(documents) {
    const given = process.env.TEST_ELASTICSEARCH_URL;
    // With the serial collector garbage counts as memory in use until it is full, and the breaker refuses searches.
    const settings = { 'indices.breaker.total.use_real_memory': 'false' };
    const server = given ? undefined : await startElasticsearch({ heap: '1g', settings });
    const node = server?.url ?? given ?? '';
    const alias = `bench-${randomBytes(4).toString('hex')}`;
    const engine = new ElasticsearchIndex({ nodes: [node], alias, searchDeadlineMs: 30_000 });
    const client = new Client({ node });
    const began = performance.now();
    const rebuild = await engine.beginRebuild();
    for (let n = 0; n < documents.length; n += 1_000) {
      await rebuild.apply(documents.slice(n, n + 1_000).map((document) => ({ kind: 'upsert', document })));
    }
    await rebuild.publish();
    const fillSeconds = (performance.now() - began) / 1_000;
    return {
      engine,
      fillSeconds,
      warmUp: async () => {
        for (let n = 0; n < WARM_UP_SEARCHES; n++) {
          const title = documents[(n * 7919) % documents.length]?.titles[0] ?? '';
          // Every third mistyped: fuzzy queries are other code.
          const q = n % 3 === 0 ? `${title.slice(0, 3)}x${title.slice(3)}` : title.slice(0, 4 + (n % 20));
          if (q.trim() !== '') await engine.search({ q: [...q].slice(0, 200).join(''), filters: {}, limit: 20 });
        }
      },
      close: async () => {
        const names = Object.keys(await client.indices.get({ index: `${alias}*` }));
        await client.indices.delete({ index: names });
        await client.close();
        await engine.close();
        await server?.stop();
      },
    };
  },
};
