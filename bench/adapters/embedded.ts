import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import type { BenchAdapter } from './adapter.ts';

export const embedded: BenchAdapter = {
  name: 'embedded',
  async open(documents) {
    const engine = new EmbeddedSearchIndex();
    const rebuild = await engine.beginRebuild();
    await rebuild.apply(documents.map((document) => ({ kind: 'upsert', document })));
    await rebuild.settle();
    await rebuild.publish();
    return { engine, close: () => engine.close() };
  },
};
