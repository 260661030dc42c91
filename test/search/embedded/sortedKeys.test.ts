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

test('walks in order and jumps to what is asked for', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(key, { maxLength: 1500, size: 'max' }),
      fc.array(key, { maxLength: 5 }),
      (keys, targets) => {
        const sorted = fill(keys);
        const jumps = [...targets].sort();
        const next = (each: string) => jumps.find((target) => target > each && each >= (jumps[0] as string));
        const seen: string[] = [];
        sorted.walk((each) => {
          seen.push(each);
          return next(each);
        });
        const expected: string[] = [];
        let least = '';
        for (const each of [...keys].sort()) {
          if (each < least) continue;
          expected.push(each);
          least = next(each) ?? '';
        }
        expect(seen).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
