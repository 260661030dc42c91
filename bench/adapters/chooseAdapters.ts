import { EmbeddedSearchIndex } from '../../src/search/embedded/embeddedSearchIndex.ts';
import type { BenchAdapter } from './adapter.ts';
import { elasticsearch } from './elasticsearch.ts';

const embedded: BenchAdapter = {
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

const ADAPTERS: readonly BenchAdapter[] = [embedded, elasticsearch];

/** The adapters that `--adapter` names: one, a comma list, or `both` for all. @throws on an unknown name */
export function chooseAdapters(names: string): readonly BenchAdapter[] {
  if (names === 'both') return ADAPTERS;
  return names.split(',').map((name) => {
    const adapter = ADAPTERS.find((candidate) => candidate.name === name);
    if (adapter === undefined) {
      throw new Error(`--adapter ${name}: known are ${ADAPTERS.map((known) => known.name).join(', ')} and both`);
    }
    return adapter;
  });
}
