import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isWithinEdits } from '../../../src/search/embedded/editDistance.ts';
import { MistypedKeys } from '../../../src/search/embedded/mistypedKeys.ts';
import { editDistance } from '../referenceEngine.ts';

const latin = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𐐷'), minLength: 4, maxLength: 9 });
const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𐐷', 'の'), minLength: 1, maxLength: 10 });
const edits = fc.constantFrom(1 as const, 2 as const);

test('distances are those of optimal string alignment over code points', () => {
  fc.assert(
    fc.property(key, key, edits, (a, b, most) => {
      expect(isWithinEdits(a, b, most)).toBe(editDistance([...a], [...b]) <= most);
    }),
    { numRuns: 2000 },
  );
  expect(isWithinEdits('kyojin', 'kyoijn', 1)).toBe(true);
  expect(isWithinEdits('ca', 'abc', 2)).toBe(false);
});

test('finds the keys within the edits, and no others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 400, size: 'max' }), latin, edits, (keys, text, most) => {
      const mistyped = new MistypedKeys();
      keys.forEach((each, number) => {
        mistyped.add(each, number);
      });
      const found: string[] = [];
      mistyped.visitWithinEdits(text, most, (number) => found.push(keys[number] as string));
      expect(found.sort()).toEqual(keys.filter((each) => editDistance([...text], [...each]) <= most).sort());
    }),
    { numRuns: 300 },
  );
});
