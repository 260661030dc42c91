import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OpenIndex, TestIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { searchDocument } from './searchDocument.ts';
import { walk } from './walk.ts';

export function describePaging(open: OpenIndex): void {
  describe('paging', () => {
    let index: TestIndex;
    beforeAll(async () => {
      index = await open();
      await publish(index, [
        ...Array.from({ length: 1_100 }, (_, n) => searchDocument(n, [`Common Title ${n}`], { prominence: n % 3 })),
        ...Array.from({ length: 60 }, (_, n) =>
          searchDocument(5_000 + n, [`Abcdefgh${n % 2 ? '' : 'i'}`], { format: n < 30 ? 'tv' : 'movie' }),
        ),
      ]);
    });
    afterAll(() => index.close());

    test.each([1, 7, 50])('at %i a page gives every hit once and in order', async (limit) => {
      const request = { q: 'abcdefg', filters: { format: ['tv'] } };
      const [whole] = await walk(index, { ...request, limit: 50 });
      const pages = await walk(index, { ...request, limit });
      expect(pages.flatMap(({ hits }) => hits)).toEqual(whole?.hits);
      expect(whole?.hits).toHaveLength(30);
      expect(pages).toHaveLength(Math.ceil(30 / limit));
      expect(new Set(pages.map(({ found }) => found))).toEqual(new Set([30]));
      for (const page of pages) expect(page.facets).toEqual(whole?.facets);
    });

    test('goes on in the stages that answered', async () => {
      const pages = await walk(index, { q: 'abcdxfghi', filters: {}, limit: 13 });
      const hits = pages.flatMap(({ hits }) => hits);
      expect(new Set(hits.map(({ id }) => id)).size).toBe(30);
      expect(hits.every(({ position }) => position.stages > 1)).toBe(true);
    });

    test('ends at the thousandth hit, though more are found', async () => {
      const pages = await walk(index, { q: 'common', filters: {}, limit: 48 });
      const ids = pages.flatMap(({ hits }) => hits.map(({ id }) => id));
      expect(ids).toHaveLength(1_000);
      expect(new Set(ids).size).toBe(1_000);
      expect(pages.at(-1)).toMatchObject({ found: 1_100, hasNext: false });
      expect(pages.at(-1)?.hits).toHaveLength(1_000 % 48);
      expect(pages.at(-1)?.hits.at(-1)?.position.offset).toBe(1_000);
    });

    test('has no page after the thousandth hit', async () => {
      const pages = await walk(index, { q: 'common', filters: {}, limit: 50 });
      const last = pages.at(-1)?.hits.at(-1)?.position;
      const answer = await index.search({ q: 'common', filters: {}, limit: 50, ...(last && { after: last }) });
      expect(answer).toMatchObject({ found: 1_100, hits: [], hasNext: false });
    });

    test('survives that the last hit has gone', async () => {
      const [first] = await walk(index, { q: 'common', filters: {}, limit: 10 });
      const last = first?.hits.at(-1);
      if (!last) throw new Error('no hit');
      const before = await index.search({ q: 'common', filters: {}, limit: 10, after: last.position });
      await index.apply([{ kind: 'delete', id: last.id, version: 9n }]);
      await index.refresh();
      const after = await index.search({ q: 'common', filters: {}, limit: 10, after: last.position });
      expect(after.hits).toEqual(before.hits);
      expect(after.found).toBe(before.found - 1);
    });
  });
}
