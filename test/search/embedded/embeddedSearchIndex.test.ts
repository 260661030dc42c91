import { expect, test } from '@jest/globals';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { publish } from '../conformance/publish.ts';
import { searchDocument } from '../conformance/searchDocument.ts';

test('filling lets timers run meanwhile', async () => {
  const titles = (n: number) => [`Shingeki no Kyojin ${n}`, `進撃の巨人 ${n}`];
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await publish(
    new EmbeddedSearchIndex(),
    Array.from({ length: 3000 }, (_, n) => searchDocument(n, titles(n))),
  );
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
});
