import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SearchUnavailableError } from '../../../src/graph/model/errors.ts';
import { find } from './find.ts';
import type { OpenIndex, TestIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { animeId, searchDocument, upserts } from './searchDocument.ts';

export function describeRebuild(open: OpenIndex): void {
  describe('rebuilding', () => {
    let index: TestIndex;
    beforeEach(async () => {
      index = await open();
    });
    afterEach(() => index.close());

    test('nothing is answered or written before the first is published', async () => {
      expect(await index.status()).toEqual({
        state: 'missing',
        name: null,
        documents: 0,
        builtAt: null,
        incarnation: null,
      });
      const rebuild = await index.beginRebuild();
      await rebuild.apply(upserts([searchDocument(1, ['One'])]));
      await expect(find(index, 'one')).rejects.toThrow(SearchUnavailableError);
      await expect(index.apply(upserts([searchDocument(1, ['One'])]))).rejects.toThrow(SearchUnavailableError);
      expect((await index.status()).state).toBe('missing');
    });

    test('a published index says what it is', async () => {
      const began = Date.now();
      const rebuild = await index.beginRebuild('a-life');
      await rebuild.apply(upserts([searchDocument(1, ['One']), searchDocument(2, ['Two'])]));
      await rebuild.apply([{ kind: 'delete', id: animeId(2), version: 2n }]);
      expect(await rebuild.count()).toBe(1);
      await rebuild.publish();
      const status = await index.status();
      expect(status).toMatchObject({ state: 'ready', name: rebuild.name, documents: 1, incarnation: 'a-life' });
      expect(status.builtAt?.getTime()).toBeGreaterThanOrEqual(began - 1_000);
      expect(await find(index, 'one')).toEqual([animeId(1)]);
    });

    test('the new index replaces the old one as a whole, and only when published', async () => {
      await publish(index, [searchDocument(1, ['Old'])]);
      const rebuild = await index.beginRebuild();
      await rebuild.apply(upserts([searchDocument(2, ['New'])]));
      await index.apply(upserts([searchDocument(3, ['Old meanwhile'])]));
      await index.refresh();
      expect(await find(index, 'old')).toEqual([1, 3].map(animeId));
      expect(await find(index, 'new')).toEqual([]);
      await rebuild.publish();
      expect(await find(index, 'old')).toEqual([]);
      expect(await find(index, 'new')).toEqual([animeId(2)]);
      await index.apply(upserts([searchDocument(4, ['New since'])]));
      await index.refresh();
      expect(await find(index, 'new')).toEqual([2, 4].map(animeId));
    });

    test('an abandoned rebuild leaves no trace', async () => {
      await publish(index, [searchDocument(1, ['Old'])]);
      const rebuild = await index.beginRebuild();
      await rebuild.apply(upserts([searchDocument(2, ['New'])]));
      await rebuild.abandon();
      await expect(rebuild.apply(upserts([searchDocument(3, ['New'])]))).rejects.toThrow(SearchUnavailableError);
      await expect(rebuild.publish()).rejects.toThrow(SearchUnavailableError);
      expect(await find(index, 'old')).toEqual([animeId(1)]);
      expect(await find(index, 'new')).toEqual([]);
    });

    test('beginning another rebuild abandons the one before', async () => {
      const first = await index.beginRebuild();
      const second = await index.beginRebuild();
      await expect(first.apply(upserts([searchDocument(1, ['First'])]))).rejects.toThrow(SearchUnavailableError);
      await second.apply(upserts([searchDocument(2, ['Second'])]));
      await second.publish();
      expect(await find(index, 'second')).toEqual([animeId(2)]);
    });

    test('abandoning after publishing deletes nothing', async () => {
      const rebuild = await index.beginRebuild();
      await rebuild.apply(upserts([searchDocument(1, ['One'])]));
      await rebuild.publish();
      await rebuild.abandon();
      expect(await find(index, 'one')).toEqual([animeId(1)]);
    });

    test('no search fails or sees a mixture while indexes are swapped', async () => {
      const generation = (g: number) =>
        Array.from({ length: 30 }, (_, n) => searchDocument(g * 100 + n, [`Swapped ${n}`]));
      await publish(index, generation(0));
      let swapping = true;
      const seen = new Set<number>();
      const searching = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (swapping) {
            const answer = await index.search({ q: 'swapped', filters: {}, limit: 50 });
            const generations = new Set(
              answer.hits.map(({ id }) => Math.floor(Number.parseInt(id.slice(-12), 16) / 100)),
            );
            expect(answer.found).toBe(30);
            expect(generations.size).toBe(1);
            for (const g of generations) seen.add(g);
            await new Promise((resolve) => setImmediate(resolve));
          }
        }),
      );
      for (let g = 1; g <= 4; g++) {
        await publish(index, generation(g));
        await sleep(20);
      }
      swapping = false;
      await searching;
      expect(seen.size).toBeGreaterThan(1);
    });

    test('a page goes on in the new index', async () => {
      const documents = Array.from({ length: 20 }, (_, n) => searchDocument(n, [`Paged ${n + 20}`]));
      await publish(index, documents);
      const first = await index.search({ q: 'paged', filters: {}, limit: 10 });
      await publish(index, documents);
      const last = first.hits.at(-1)?.position;
      const second = await index.search({ q: 'paged', filters: {}, limit: 10, ...(last && { after: last }) });
      expect([...first.hits, ...second.hits].map(({ id }) => id)).toEqual(documents.map(({ id }) => id));
      expect(second.hasNext).toBe(false);
    });
  });
}
