import { expect, test } from '@jest/globals';
import { KeyPostings } from '../../../src/search/memory/keyPostings.ts';
import { fc } from '../../support/randomCases.ts';
import { editDistance } from '../referenceEngine.ts';

const latin = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𐐷', '𐐶'), minLength: 4, maxLength: 9 });
const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𐐷', '𐐶', 'の'), minLength: 1, maxLength: 10 });
const edits = fc.constantFrom(1 as const, 2 as const);

test('finds the keys within the edits, and no others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 400, size: 'max' }), latin, edits, (keys, text, most) => {
      const postings = new KeyPostings(() => true);
      for (const [number, each] of keys.entries()) postings.add(each, number);
      const found = postings.carriersWithin(most, text).map((number) => keys[number] as string);
      expect(found.sort()).toEqual(keys.filter((each) => editDistance([...text], [...each]) <= most).sort());
    }),
  );
});

test('holds the carriers of each key, through any additions and removals', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'ab', 'b', 'のの', '𐐷𐐷'),
    carrier: fc.nat(20),
    gone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: 'max' }), fc.boolean(), (steps, isMistyped) => {
      const postings = new KeyPostings(() => isMistyped);
      const expected = new Map<string, Set<number>>();
      for (const { key: each, carrier, gone } of steps) {
        const carriers = expected.get(each) ?? new Set();
        if (gone) postings.remove(each, carrier);
        else if (!carriers.has(carrier)) postings.add(each, carrier);
        if (gone) carriers.delete(carrier);
        else carriers.add(carrier);
        expected.set(each, carriers);
      }
      const ascending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);
      for (const [each, carriers] of expected) {
        expect(ascending(postings.carriersOf(each))).toEqual(ascending(carriers));
      }
      const begun: number[] = [];
      postings.visitPrefix('a', (carrier) => begun.push(carrier));
      const both = [...(expected.get('a') ?? []), ...(expected.get('ab') ?? [])];
      expect(ascending(begun)).toEqual(ascending(both));
      expect(ascending(postings.beginning(['a', 'aa']))).toEqual(ascending(new Set(both)));
    }),
  );
});

test('finds what begins so among thousands of keys, before and after most of them have gone', () => {
  const many = fc.uniqueArray(fc.nat(50_000), { minLength: 2_000, maxLength: 3_000, size: 'max' });
  fc.assert(
    fc.property(many, fc.stringMatching(/^[0-9a-z]{1,2}$/), (numbers, prefix) => {
      const postings = new KeyPostings(() => false);
      const beginning = (held: readonly number[]) => {
        const found: string[] = [];
        postings.visitPrefix(prefix, (number) => found.push(number.toString(36)));
        const keys = held.map((number) => number.toString(36)).filter((key) => key.startsWith(prefix));
        expect(found).toEqual(keys.sort());
      };
      for (const number of numbers) postings.add(number.toString(36), number);
      beginning(numbers);
      for (const number of numbers.slice(10)) postings.remove(number.toString(36), number);
      beginning(numbers.slice(0, 10));
    }),
    { numRuns: 20 },
  );
});
