import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutJson, type Members } from '../../../src/rest/resource/cutJson.ts';
import { randomRuns } from '../../support/randomRuns.ts';

const names = ['id', 'title', 'images', 'anime', 'note'];
const awkward = fc.constantFrom('"', '\\', '\\"', '\\\\"', ',"title":"', '}', ']', '進撃 😀', '\ud800', '\u2028', '');
const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'binary' })), { maxLength: 4 })
  .map((parts) => parts.join(''));
const value = fc.oneof(text, fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(null, [], {}, -0.5, 1e21, true));
const inner = fc.dictionary(fc.constantFrom(...names), value);
const resource = fc.dictionary(fc.constantFrom(...names), fc.oneof(value, inner, fc.array(inner, { maxLength: 3 })));
const within = fc.oneof(fc.constant(null), fc.subarray(names, { minLength: 1 }));
const selection = fc.dictionary(fc.constantFrom(...names), within, { minKeys: 1 });

test('a cut is what parsing, picking and writing gives', () => {
  let pieces = 0;
  fc.assert(
    fc.property(resource, selection, (whole, members) => {
      const chosen = new Map(
        Object.entries(members).map(([name, inside]) => [name, inside && new Map(inside.map((each) => [each, null]))]),
      );
      const json = JSON.stringify(whole);
      const cut = cutJson(Buffer.from(json), chosen).toString();
      expect(cut).toBe(JSON.stringify(pick(JSON.parse(json), chosen)));
      if (cut !== '{}' && cut !== json) pieces += 1;
    }),
    { numRuns: randomRuns(50) },
  );
  expect(pieces).toBeGreaterThan(5);
});

/** The objects with these members; what is no object stays as it is. */
function pick(from: unknown, members: Members): unknown {
  if (Array.isArray(from)) return from.map((each) => pick(each, members));
  if (typeof from !== 'object' || from === null) return from;
  const kept = Object.entries(from).filter(([name]) => members.has(name));
  return Object.fromEntries(
    kept.map(([name, each]) => {
      const inside = members.get(name);
      return [name, inside ? pick(each, inside) : each];
    }),
  );
}
