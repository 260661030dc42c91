import { expect, it } from '@jest/globals';
import { examineSearch } from '../../src/diagnostics/examineSearch.ts';
import type { SearchState } from '../../src/graph/search/administrationPort.ts';
import { indexMemory } from '../../src/graph/search/indexMemory.ts';

const stateOf = (engine: 'embedded' | 'elasticsearch', documents: number): SearchState => ({
  ...{ engine, documents, state: 'ready', index: 'anime', builtAt: new Date(), lagSeconds: 0, rebuild: null },
  ...{ lastError: null, remedy: null, fillSeconds: engine === 'embedded' ? 32 : null },
  memoryBytes: engine === 'embedded' ? indexMemory(documents) : null,
});
const examined = (state: SearchState) => examineSearch({ report: async () => state });

it('tells the memory of an index of this process, and how long it took to fill', async () => {
  expect(await examined(stateOf('embedded', 26_340))).toMatchObject({
    status: 'ok',
    detail: 'embedded, 26340 anime, about 68 MB of this process, filled in 32.0 s',
  });
});

it('of an index that nobody here builds says who does', async () => {
  const missing = { ...stateOf('elasticsearch', 0), state: 'missing' } as const;
  const found = await examineSearch({ report: async () => missing }, 'nope');
  expect(found).toMatchObject({ status: 'warning', remedy: expect.stringContaining('the same ELASTICSEARCH_INDEX') });
  expect(found.detail).toContain('no index nope');
});

it.each([
  ['embedded', 99_999, 'ok'],
  ['embedded', 100_000, 'warning'],
  ['elasticsearch', 1_000_000, 'ok'],
] as const)('with %s and %i anime is %s', async (engine, documents, status) => {
  const check = await examined(stateOf(engine, documents));
  expect(check.status).toBe(status);
  expect(check.remedy?.includes('ELASTICSEARCH_URL') ?? false).toBe(status === 'warning');
});
