import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AnimeIds } from '../../../src/search/embedded/animeIds.ts';

const id = fc.oneof(
  fc.uuid(),
  fc.nat(300).map((n) => `018f0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`),
);

test('lead from ids to numbers and back, through any additions and deletions', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.boolean()), { maxLength: 1200, size: 'max' }), (steps) => {
      const ids = new AnimeIds();
      const numbers = new Map<string, number>();
      const free: number[] = [];
      let highest = 0;
      for (const [each, gone] of steps) {
        const number = numbers.get(each);
        expect(ids.find(each)).toBe(number);
        if (number === undefined) {
          const given = free.pop() ?? highest++;
          ids.set(given, each);
          numbers.set(each, given);
        } else if (gone) {
          ids.delete(number);
          numbers.delete(each);
          free.push(number);
        }
      }
      expect(ids.size).toBe(numbers.size);
      const sorted = [...numbers.keys()].sort();
      for (const [i, each] of sorted.entries()) {
        const number = numbers.get(each) as number;
        expect(ids.idOf(number)).toBe(each);
        const next = numbers.get(sorted[i + 1] ?? '');
        if (next !== undefined) expect([ids.isBefore(number, next), ids.isBefore(next, number)]).toEqual([true, false]);
      }
    }),
    { numRuns: 30 },
  );
});
