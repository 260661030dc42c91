import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SortedKeys } from '../../../src/search/embedded/sortedKeys.ts';

const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'の', '巨'), minLength: 1, maxLength: 5 });

function fill(keys: readonly string[]): SortedKeys {
  const sorted = new SortedKeys();
  keys.forEach((each, number) => {
    sorted.add(each, number);
  });
  return sorted;
}

test('finds by prefix what filtering finds, after additions and deletions', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 1500, size: 'max' }),
      fc.array(fc.nat()),
      key,
      (keys, gone, prefix) => {
        const sorted = fill(keys);
        const deleted = new Set(gone.map((n) => keys[n % Math.max(1, keys.length)]));
        for (const each of deleted) if (each !== undefined) sorted.delete(each);
        const found: number[] = [];
        sorted.visitPrefix(prefix, (number) => found.push(number));
        const expected = keys.filter((each) => !deleted.has(each) && each.startsWith(prefix)).sort();
        expect(found.map((number) => keys[number])).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('walks in order and jumps behind what shares a dead prefix', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 1500, size: 'max' }),
      key,
      fc.integer({ min: 1, max: 3 }),
      (keys, dead, length) => {
        const sorted = fill(keys);
        const prefix = dead.slice(0, length);
        const seen: string[] = [];
        sorted.walk((each) => {
          seen.push(each);
          return each.startsWith(prefix) ? prefix.length : 0;
        });
        const all = [...keys].sort();
        const first = all.find((each) => each.startsWith(prefix));
        expect(seen).toEqual(all.filter((each) => !each.startsWith(prefix) || each === first));
      },
    ),
    { numRuns: 60 },
  );
});
