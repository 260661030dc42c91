import { expect, test } from '@jest/globals';
import { editDistance } from '../../src/base/editDistance.ts';
import { editDistance as plainDistance } from '../search/referenceEngine.ts';
import { fc } from '../support/randomCases.ts';

const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𐐷', 'の'), minLength: 1, maxLength: 10 });

test('is that of optimal string alignment over code points', () => {
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(editDistance(a, b)).toBe(plainDistance([...a], [...b]));
    }),
  );
  expect(editDistance('kyojin', 'kyoijn')).toBe(1);
  expect(editDistance('ca', 'abc')).toBe(3);
});
