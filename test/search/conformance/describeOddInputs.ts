import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SearchIndex } from '../../../src/graph/search/port.ts';
import { ReferenceEngine } from '../referenceEngine.ts';
import { find } from './find.ts';
import type { OpenIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { animeId, searchDocument } from './searchDocument.ts';

const DOCUMENTS = [
  searchDocument(1, ['😀'.repeat(150)]),
  searchDocument(2, ['Re:Zero (*"-:()~^)']),
  searchDocument(3, ['*"-:()~^']),
  searchDocument(4, ['Tab\tand\u0000null\u001cand\u0085next']),
  searchDocument(5, ['Half a pair \ud83d here']),
  searchDocument(6, ['']),
  searchDocument(7, []),
  searchDocument(8, ['長'.repeat(3_000), 'x'.repeat(40_000)]),
  searchDocument(9, [`Longword ${'w'.repeat(600)}`]),
  searchDocument(10, ['__proto__', 'constructor', 'null', 'true', '{"match_all":{}}']),
  searchDocument(
    11,
    Array.from({ length: 300 }, (_, n) => `Many Titles ${n}`),
  ),
  searchDocument(12, [Array.from({ length: 700 }, (_, n) => `w${n}`).join(' ')]),
  searchDocument(13, ['a\u200bb', 'Z̷͈̓a̸l̵g̶o̷']),
];

const QUERIES = [
  '😀'.repeat(150),
  '*"-:()~^',
  '\\',
  '" OR "1"="1',
  '*:*',
  'a\u0000b',
  '\u0001\u0002\u001f\u007f\u0085',
  '\ud83d',
  'half a pair \ud83d here',
  '\u200b',
  'ﷺ'.repeat(200),
  '長'.repeat(200),
  '𝒳'.repeat(200),
  'a '.repeat(100).trim(),
  Array.from({ length: 60 }, (_, n) => `w${n}`).join(' '),
  'w0 w499',
  'w0 w650',
  'many titles 299',
  '__proto__',
  'null',
  '{"match_all":{}}',
  'tab and null and next',
  'ｚｅｒｏ',
  '\u202ezero',
  '.',
];

export function describeOddInputs(open: OpenIndex): void {
  describe('odd inputs', () => {
    const reference = new ReferenceEngine(DOCUMENTS);
    let index: SearchIndex;
    beforeAll(async () => {
      index = await open();
      await publish(index, DOCUMENTS);
    });
    afterAll(() => index.close());

    test('are indexed, all of them', async () => {
      expect(await index.status()).toMatchObject({ state: 'ready', documents: DOCUMENTS.length });
    });

    test.each(QUERIES.map((q) => [JSON.stringify(q).slice(0, 40), q]))(
      '%s is answered as the plan says',
      async (_, q) => {
        const request = { q, filters: {}, limit: 20 };
        expect(await index.search(request)).toEqual(await reference.search(request));
      },
    );

    test('find what looks just like them', async () => {
      expect(await find(index, '😀'.repeat(150))).toEqual([animeId(1)]);
      expect(await find(index, '*"-:()~^')).toEqual([animeId(3)]);
      expect(await find(index, 'tab and null')).toEqual([animeId(4)]);
      expect(await find(index, 'w'.repeat(100))).toEqual([animeId(9)]);
    });
  });
}
