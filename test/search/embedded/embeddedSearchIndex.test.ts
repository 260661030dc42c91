import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import { FURTHER_FACETS } from '../../../src/graph/model/vocabulary.ts';
import {
  REACHABLE_HITS,
  type SearchChange,
  type SearchDocument,
  type SearchEngine,
  type SearchHit,
  type SearchPosition,
} from '../../../src/graph/search/port.ts';
import { EmbeddedSearchIndex } from '../../../src/search/embedded/embeddedSearchIndex.ts';
import { randomRuns } from '../../support/randomRuns.ts';
import { documentId, queryAbout, searchDocument, searchDocuments, searchFilters } from '../arbitraries.ts';
import { PLAIN } from '../conformance/searchDocument.ts';
import { selecting } from '../conformance/selecting.ts';
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

function titlesOf(documents: readonly SearchDocument[]): string[] {
  return documents.flatMap(({ titles }) => titles);
}

async function walk(engine: SearchEngine, q: string, limit: number): Promise<SearchHit[]> {
  const all: SearchHit[] = [];
  let after: SearchPosition | undefined;
  for (;;) {
    const { hits, hasNext } = await engine.search({ q, filters: {}, limit, ...(after && { after }) });
    all.push(...hits);
    after = hits.at(-1)?.position;
    if (!hasNext || after === undefined) return all;
  }
}

async function ids(engine: SearchEngine, q: string): Promise<string[]> {
  return (await engine.search({ q, filters: {}, limit: 50 })).hits.map(({ id }) => id);
}

jest.setTimeout(60_000);

describe('the embedded index answers as the reference', () => {
  test('any query over any catalogue, with any filters, page after page', async () => {
    await fc.assert(
      fc.asyncProperty(
        searchDocuments(25).chain((documents) =>
          fc.tuple(
            fc.constant(documents),
            fc.array(fc.tuple(queryAbout(titlesOf(documents)), searchFilters, fc.integer({ min: 1, max: 7 })), {
              minLength: 1,
              maxLength: 5,
            }),
          ),
        ),
        async ([documents, requests]) => {
          const index = await filled(documents);
          const reference = new ReferenceEngine(documents);
          for (const [q, filters, limit] of requests) {
            let after: SearchPosition | undefined;
            for (let page = 0; page < 3; page++) {
              const request = { q, filters, limit, ...(after && { after }) };
              const answer = await index.search(request);
              expect(answer).toEqual(await reference.search(request));
              after = answer.hits.at(-1)?.position;
              if (!answer.hasNext) break;
            }
          }
        },
      ),
      { numRuns: randomRuns(150) },
    );
  });

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
      { numRuns: randomRuns(150) },
    );
  });
});

describe('pages', () => {
  test('every walk yields each id once, in the same order whatever the page size', async () => {
    const documents = Array.from({ length: 230 }, (_, n) =>
      anime(n, [`Aria ${n % 5}`, 'アリア'], { prominence: n % 3 }),
    );
    const index = await filled(documents);
    const whole = await walk(index, 'aria', 50);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(230);
    expect(whole.map(({ position }) => position.offset)).toEqual(whole.map((_, i) => i + 1));
    for (const limit of [1, 7, 49]) expect(await walk(index, 'aria', limit)).toEqual(whole);
  });

  test('only the first 1,000 hits are reachable, all are counted', async () => {
    const index = await filled(Array.from({ length: 1040 }, (_, n) => anime(n, ['Aria'])));
    expect((await index.search({ q: 'aria', filters: {}, limit: 1 })).found).toBe(1040);
    const hits = await walk(index, 'aria', 30);
    expect(hits.length).toBe(REACHABLE_HITS);
    const after = hits.at(-1)?.position as SearchPosition;
    const behind = await index.search({ q: 'aria', filters: {}, limit: 30, after });
    expect(behind).toMatchObject({ hits: [], hasNext: false, found: 1040 });
  });

  test('exactly 1,000 hits have no page behind them', async () => {
    const index = await filled(Array.from({ length: 1000 }, (_, n) => anime(n, ['Aria'])));
    expect((await walk(index, 'aria', 50)).length).toBe(1000);
  });

  test('a page of a later stage goes on in that stage, even when an earlier one would answer by now', async () => {
    const index = await filled([anime(1, ['Bleach']), anime(2, ['Bleach'])]);
    const first = await index.search({ q: 'bleech', filters: {}, limit: 1 });
    expect(first.hits[0]?.position.stages).toBe(0b1011);
    await index.apply([{ kind: 'upsert', document: anime(3, ['Bleech']) }]);
    const after = first.hits[0]?.position as SearchPosition;
    const second = await index.search({ q: 'bleech', filters: {}, limit: 5, after });
    expect(second.hits.map(({ id }) => id)).toEqual([documentId(2)]);
  });
});

describe('facets', () => {
  test('a facet ignores its own filter and obeys the others; each count is what selecting the value finds', async () => {
    await fc.assert(
      fc.asyncProperty(searchDocuments(40), queryAbout([]), searchFilters, async (documents, q, filters) => {
        const index = await filled(documents);
        const { facets } = await index.search({ q, filters, facets: FURTHER_FACETS, limit: 1 });
        for (const { field, values } of facets) {
          for (const { value, count } of values) {
            const selected = await index.search({ q, filters: selecting(filters, field, value), limit: 1 });
            expect(selected.found).toBe(count);
          }
        }
      }),
      { numRuns: randomRuns(100) },
    );
  });

  test('at most 20 values, most frequent first, ties by value; an unknown year has no entry', async () => {
    const years = Array.from({ length: 30 }, (_, n) => anime(n, ['Aria'], { year: 1990 + n }));
    const more = [anime(40, ['Aria'], { year: 2015 }), anime(41, ['Aria'], { year: null })];
    const index = await filled([...years, ...more]);
    const { facets } = await index.search({ q: 'aria', filters: {}, limit: 1 });
    const year = facets.find(({ field }) => field === 'year');
    expect(year?.values.length).toBe(20);
    expect(year?.values[0]).toEqual({ value: 2015, count: 2 });
    expect(year?.values.slice(1).map(({ value }) => value)).toEqual(Array.from({ length: 19 }, (_, n) => 1990 + n));
    expect(facets.find(({ field }) => field === 'status')?.values).toEqual([{ value: 'finished', count: 32 }]);
  });

  test('filters do not make a query match more: the stage is that of the whole catalogue', async () => {
    const index = await filled([anime(1, ['Bleach'], { year: 2004 }), anime(2, ['Bleack'], { year: 2010 })]);
    expect(await index.search({ q: 'bleach', filters: { year: 2010 }, limit: 5 })).toMatchObject({
      found: 0,
      hits: [],
    });
  });
});

describe('lifecycle', () => {
  test('before the first rebuild is published every search is unavailable', async () => {
    const index = new EmbeddedSearchIndex();
    await expect(index.search({ q: 'a', filters: {}, limit: 1 })).rejects.toBeInstanceOf(SearchUnavailableError);
    await expect(index.apply([])).rejects.toBeInstanceOf(SearchUnavailableError);
    expect(await index.status()).toEqual({
      state: 'missing',
      name: null,
      documents: 0,
      builtAt: null,
      incarnation: null,
    });
  });

  test('a rebuild answers from the moment it is published, the old index until then', async () => {
    const index = await filled([anime(1, ['Aria'])]);
    const rebuild = await index.beginRebuild();
    await rebuild.apply([{ kind: 'upsert', document: anime(2, ['Aria']) }]);
    expect(await rebuild.count()).toBe(1);
    expect(await ids(index, 'aria')).toEqual([documentId(1)]);
    await rebuild.publish();
    expect(await ids(index, 'aria')).toEqual([documentId(2)]);
  });

  test('beginning a rebuild abandons the one before', async () => {
    const index = await filled([]);
    const first = await index.beginRebuild();
    await index.beginRebuild();
    await expect(first.publish()).rejects.toBeInstanceOf(SearchUnavailableError);
  });

  test('filling lets timers run meanwhile', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await filled(Array.from({ length: 3000 }, (_, n) => anime(n, [`Shingeki no Kyojin ${n}`, `進撃の巨人 ${n}`])));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});
