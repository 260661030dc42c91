import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NEXT_KEY, SortedKeys, stepTo } from '../../../src/search/embedded/sortedKeys.ts';

const short = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'é', 'の', '巨', '한', '\uFFFD'),
  minLength: 1,
  maxLength: 5,
});
/** Longer than what a byte counts, alike in most of it; some longer than a chunk, for three bytes a letter. */
const long = fc
  .tuple(fc.constantFrom('a', 'b', 'ж'), fc.integer({ min: 120, max: 400 }), short)
  .map(([unit, length, end]) => unit.repeat(length) + end);
const key = fc.oneof({ weight: 20, arbitrary: short }, { weight: 1, arbitrary: long });
const keySet = fc.uniqueArray(key, { maxLength: 1500, size: 'max' });

function fill(keys: readonly string[]): SortedKeys {
  const sorted = new SortedKeys();
  keys.forEach((each, number) => {
    sorted.add(each, number);
  });
  return sorted;
}

function foundByPrefix(sorted: SortedKeys, prefix: string): number[] {
  const found: number[] = [];
  sorted.visitPrefix(prefix, (number) => found.push(number));
  return found;
}

test('finds by prefix what filtering finds, after additions and deletions', () => {
  fc.assert(
    fc.property(keySet, fc.array(fc.nat()), key, (keys, gone, prefix) => {
      const sorted = fill(keys);
      const deleted = new Set(gone.map((n) => keys[n % Math.max(1, keys.length)]));
      for (const each of deleted) if (each !== undefined) sorted.delete(each);
      for (const from of [prefix, prefix.slice(0, 1), '']) {
        const expected = keys.filter((each) => !deleted.has(each) && each.startsWith(from)).sort();
        expect(foundByPrefix(sorted, from).map((number) => keys[number])).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

test('finds what comes before and behind a first key that is longer than a chunk', () => {
  const keys = ['ж'.repeat(400), 'ж'.repeat(399), 'я'.repeat(400), 'a'];
  const sorted = fill(keys);
  expect(foundByPrefix(sorted, '')).toEqual([3, 1, 0, 2]);
  for (const [number, each] of keys.entries()) expect(sorted.get(each)).toBe(number);
  for (const each of keys.slice(0, 3)) sorted.delete(each);
  expect(foundByPrefix(sorted, '')).toEqual([3]);
});

test('holds the number of each key through any additions, changes and deletions', () => {
  const step = fc.record({
    key,
    number: fc.integer({ min: 0, max: 0xffffffff }),
    what: fc.constantFrom('add', 'set', 'delete'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500, size: 'max' }), (steps) => {
      const sorted = new SortedKeys();
      const expected = new Map<string, number>();
      for (const { key, number, what } of steps) {
        const held = expected.get(key);
        if (what === 'add') expect(sorted.add(key, number)).toBe(held);
        else if (what === 'set') sorted.set(key, number);
        else sorted.delete(key);
        if (what === 'delete') expected.delete(key);
        else if ((what === 'add') === (held === undefined)) expected.set(key, number);
        expect(sorted.get(key)).toBe(expected.get(key));
      }
      for (const [each, number] of expected) expect(sorted.get(each)).toBe(number);
      const inOrder = [...expected.keys()].sort().map((each) => expected.get(each));
      expect(foundByPrefix(sorted, '')).toEqual(inOrder);
    }),
    { numRuns: 60 },
  );
});

/** Where a jump leads from a key, as `stepTo` takes it: only from the first unit behind all keys. */
function target(key: string, [at, ahead]: readonly [number, string]): [alike: number, unit: number] {
  const alike = at % key.length;
  const unit = key.charCodeAt(alike) + ahead.charCodeAt(0);
  return [alike, alike === 0 ? unit : Math.min(unit, 0xffff)];
}

test('walks in order, jumps to what is asked for, and tells what a key shares with the one seen before', () => {
  fc.assert(
    fc.property(keySet, fc.array(fc.tuple(fc.nat(), short), { maxLength: 6 }), (keys, jumps) => {
      const sorted = fill(keys);
      const inOrder = [...keys].sort();
      const expected: string[] = [];
      const seen: string[] = [];
      let waiting = [...jumps];
      let least = '';
      let before = '';
      sorted.walk((units, length, kept, number) => {
        const each = String.fromCharCode(...units.subarray(0, length));
        expect(keys[number]).toBe(each);
        expect(before.slice(0, kept)).toBe(each.slice(0, kept));
        before = each;
        seen.push(each);
        const [jump, ...others] = waiting;
        if (jump === undefined) return NEXT_KEY;
        waiting = others;
        return stepTo(...target(each, jump));
      });
      waiting = [...jumps];
      for (const each of inOrder) {
        if (each < least) continue;
        expected.push(each);
        const [jump, ...others] = waiting;
        if (jump === undefined) continue;
        waiting = others;
        const [alike, unit] = target(each, jump);
        if (unit > 0xffff) break;
        least = each.slice(0, alike) + String.fromCharCode(unit);
      }
      expect(seen).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
