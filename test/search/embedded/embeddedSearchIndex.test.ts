import { describe, expect, jest, test } from '@jest/globals';
import type { SearchChange, SearchDocument } from '../../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { fc } from '../../support/randomCases.ts';
import { documentId, queryAbout, searchDocument } from '../arbitraries.ts';
import { PLAIN } from '../conformance/searchDocument.ts';
import { walk } from '../conformance/walk.ts';
import { ReferenceEngine } from '../referenceEngine.ts';

async function filled(documents: readonly SearchDocument[]): Promise<EmbeddedSearchIndex> {
  const index = new EmbeddedSearchIndex();
  const rebuild = await index.beginRebuild();
  await rebuild.apply(documents.map((document) => ({ kind: 'upsert', document })));
  await rebuild.publish();
  return index;
}

function anime(n: number, titles: string[], more: Partial<SearchDocument> = {}): SearchDocument {
  return { ...PLAIN, id: documentId(n), titles, year: 2000, ...more };
}

jest.setTimeout(60_000);

describe('the embedded index answers as the reference', () => {
  test('after any sequence of changes, the newest version of each anime wins', async () => {
    const change = fc
      .tuple(fc.nat(6), fc.bigInt({ min: 1n, max: 9n }), fc.boolean())
      .chain(
        ([n, version, gone]): fc.Arbitrary<SearchChange> =>
          gone
            ? fc.constant({ kind: 'delete', id: documentId(n), version })
            : searchDocument(documentId(n), version).map((document) => ({ kind: 'upsert', document })),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 40 }),
        fc.array(queryAbout([]), { maxLength: 4 }),
        async (changes, queries) => {
          const index = await filled([]);
          await index.apply(changes);
          const held = new Map<string, { version: bigint; document?: SearchDocument }>();
          for (const change of changes) {
            const { id, version } = change.kind === 'upsert' ? change.document : change;
            if ((held.get(id)?.version ?? 0n) >= version) continue;
            held.set(id, change.kind === 'upsert' ? { version, document: change.document } : { version });
          }
          const documents = [...held.values()].flatMap(({ document }) => document ?? []);
          const reference = new ReferenceEngine(documents);
          expect((await index.status()).documents).toBe(documents.length);
          for (const q of queries) {
            const request = { q, filters: {}, limit: 50 };
            expect(await index.search(request)).toEqual(await reference.search(request));
          }
        },
      ),
    );
  });
});

describe('pages', () => {
  test('exactly 1,000 hits have no page behind them', async () => {
    const index = await filled(Array.from({ length: 1000 }, (_, n) => anime(n, ['Aria'])));
    const pages = await walk(index, { q: 'aria', filters: {}, limit: 50 });
    expect(pages.flatMap(({ hits }) => hits)).toHaveLength(1000);
  });
});

describe('lifecycle', () => {
  test('filling lets timers run meanwhile', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await filled(Array.from({ length: 3000 }, (_, n) => anime(n, [`Shingeki no Kyojin ${n}`, `進撃の巨人 ${n}`])));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});
