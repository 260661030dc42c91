import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SortedKeys } from '../../../src/search/embedded/sortedKeys.ts';
import { randomRuns } from '../../support/randomRuns.ts';

const key = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'é', 'の', '巨', '𐐷', '\uFFFD'),
  minLength: 1,
  maxLength: 5,
});
const step = fc.record({ key, what: fc.constantFrom('add', 'add', 'delete', 'look') });

/** What a walk from `from` sees that jumps at each key it sees: to the next of these texts, to the next key, or out of the list. */
function seen(keys: SortedKeys, from: string, jumps: readonly string[]): string[] {
  const all: string[] = [];
  keys.walk(from, (each) => (all.push(each) > jumps.length ? undefined : jumps[all.length - 1]));
  return all;
}

function expected(held: ReadonlySet<string>, from: string, jumps: readonly string[]): string[] {
  const all: string[] = [];
  let least = from;
  for (const each of [...held].sort()) {
    if (each < least || all.length > jumps.length) continue;
    least = jumps[all.push(each) - 1] ?? '';
  }
  return all;
}

test('walks in order from where it is told to, jump after jump, through any additions and deletions', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 150, size: 'max' }),
      key,
      fc.array(fc.oneof(fc.constant(''), key), { maxLength: 200, size: 'max' }),
      (steps, from, jumps) => {
        const keys = new SortedKeys();
        const held = new Set<string>();
        for (const { key: each, what } of steps) {
          if (what === 'delete') keys.delete(each);
          else if (what === 'add' && !held.has(each)) keys.add(each);
          if (what === 'add') held.add(each);
          else if (what === 'delete') held.delete(each);
          else expect(seen(keys, each, [])).toEqual(expected(held, each, []));
        }
        expect(seen(keys, from, jumps)).toEqual(expected(held, from, jumps));
        for (const prefix of ['', from, from.charAt(0)]) {
          const found: string[] = [];
          keys.visitPrefix(prefix, (each) => found.push(each));
          expect(found).toEqual([...held].filter((each) => each.startsWith(prefix)).sort());
        }
      },
    ),
    { numRuns: randomRuns(100) },
  );
});

test('sorts a chunk a step, each but once', () => {
  const keys = new SortedKeys();
  for (const each of ['b2', 'b1', 'a2', 'a1', 'c']) keys.add(each);
  expect([...keys.sort()].length).toBe(3);
  keys.add('b0');
  expect([...keys.sort()].length).toBe(0);
  expect(seen(keys, '', ['', '', '', '', '', ''])).toEqual(['a1', 'a2', 'b0', 'b1', 'b2', 'c']);
});
