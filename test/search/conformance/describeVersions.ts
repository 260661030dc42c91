import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SearchChange } from '../../../src/graph/search/port.ts';
import { find } from './find.ts';
import type { OpenIndex, TestIndex } from './openIndex.ts';
import { publish } from './publish.ts';
import { animeId, searchDocument } from './searchDocument.ts';

export function describeVersions(open: OpenIndex): void {
  describe('versions', () => {
    let index: TestIndex;
    let anime = 0;
    beforeAll(async () => {
      index = await open();
      await publish(index, []);
    });
    afterAll(() => index.close());

    const write = (title: string, version: bigint): SearchChange => ({
      kind: 'upsert',
      document: searchDocument(anime, [`${title} ${anime}`], { version }),
    });
    const remove = (version: bigint): SearchChange => ({ kind: 'delete', id: animeId(anime), version });
    /** Which of the two titles the anime has after these batches of changes. */
    const outcome = async (...batches: SearchChange[][]): Promise<string> => {
      for (const batch of batches) await index.apply(batch);
      await index.refresh();
      const titles = [];
      for (const title of ['first', 'second'])
        if ((await find(index, `${title} ${anime}`)).includes(animeId(anime))) titles.push(title);
      return titles.join(' and ') || 'none';
    };
    const nextAnime = () => {
      anime += 1_000;
    };

    test.each<[string, (w: typeof write, r: typeof remove) => SearchChange[][], string]>([
      ['a newer write wins', (w) => [[w('first', 1n)], [w('second', 2n)]], 'second'],
      ['an older write changes nothing', (w) => [[w('first', 2n)], [w('second', 1n)]], 'first'],
      ['an equal version changes nothing', (w) => [[w('first', 2n)], [w('second', 2n)]], 'first'],
      ['the newest of one batch wins', (w) => [[w('second', 3n), w('first', 5n), w('second', 4n)]], 'first'],
      ['a deletion wins over older writes', (w, r) => [[w('first', 1n)], [r(2n)]], 'none'],
      ['an older deletion changes nothing', (w, r) => [[w('first', 2n)], [r(1n)]], 'first'],
      ['an older write does not bring it back', (w, r) => [[w('first', 1n)], [r(3n)], [w('second', 2n)]], 'none'],
      ['nor when it never was there', (w, r) => [[r(3n)], [w('second', 2n)]], 'none'],
      ['nor in one batch', (w, r) => [[r(3n), w('second', 2n)]], 'none'],
      ['a newer write brings it back', (w, r) => [[w('first', 1n)], [r(2n)], [w('second', 3n)]], 'second'],
      ['deleting twice is deleting', (_, r) => [[r(2n)], [r(2n)], [r(1n)]], 'none'],
      [
        'versions are compared beyond 53 bits',
        (w) => [[w('first', 2n ** 60n + 1n)], [w('second', 2n ** 60n)]],
        'first',
      ],
      ['beyond 53 bits a newer one wins', (w) => [[w('first', 2n ** 60n)], [w('second', 2n ** 60n + 1n)]], 'second'],
    ])('%s', async (_, changes, expected) => {
      nextAnime();
      expect(await outcome(...changes(write, remove))).toBe(expected);
    });

    test('tombstones are not counted', async () => {
      const { documents } = await index.status();
      nextAnime();
      await outcome([write('first', 1n)]);
      expect((await index.status()).documents).toBe(documents + 1);
      await outcome([remove(2n)]);
      expect((await index.status()).documents).toBe(documents);
    });

    test('no change is no work', async () => {
      await index.apply([]);
    });

    test('thousands of changes are one call', async () => {
      const many = Array.from({ length: 2_500 }, (_, n) =>
        searchDocument(1_000_000 + n, [`Bulk ${n}`], { version: 7n }),
      );
      await index.apply(many.map((document) => ({ kind: 'upsert', document })));
      await index.refresh();
      expect((await index.search({ q: 'bulk', filters: {}, limit: 1 })).found).toBe(2_500);
    });
  });
}
