import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PostingLists } from '../../../src/search/embedded/postingLists.ts';

test('hold the distinct numbers of each list in ascending order, through any additions and removals', () => {
  const step = fc.record({ key: fc.nat(3), value: fc.nat(40), gone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
      const postings = new PostingLists();
      const lists = new Map<number, number>();
      const expected = new Map<number, Set<number>>();
      for (const { key, value, gone } of steps) {
        const list = lists.get(key);
        const values = expected.get(key) ?? new Set<number>();
        if (!gone) {
          if (list === undefined) lists.set(key, postings.create(value));
          else postings.add(list, value);
          expected.set(key, values.add(value));
        } else if (list !== undefined) {
          values.delete(value);
          const empty = postings.remove(list, value);
          if (empty !== (values.size === 0)) throw new Error(`remove says ${empty} with ${values.size} numbers left`);
          if (empty) lists.delete(key);
        }
      }
      for (const [key, list] of lists) {
        const held: number[] = [];
        postings.visit(list, (number) => held.push(number));
        expect(held).toEqual([...(expected.get(key) ?? [])].sort((a, b) => a - b));
        expect(postings.count(list)).toBe(held.length);
      }
    }),
    { numRuns: 200 },
  );
});

test('hold lists of any length beside each other', () => {
  const postings = new PostingLists();
  const lists = Array.from({ length: 5 }, (_, i) => postings.create(i));
  const lengths = lists.map((_, i) => 9 ** (i + 1) + 1);
  for (let value = 5; value < 60_000; value += 1) {
    for (const [i, list] of lists.entries()) if (value < 5 + (lengths[i] as number)) postings.add(list, value);
  }
  for (const [i, list] of lists.entries()) {
    const held: number[] = [];
    postings.visit(list, (number) => held.push(number));
    expect(held).toEqual([i, ...Array.from({ length: lengths[i] as number }, (_, n) => 5 + n)]);
  }
});
