import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { putMember } from '../../../src/rest/resource/putMember.ts';
import { randomRuns } from '../../support/randomRuns.ts';

const names = ['id', 'title', 'anime', 'animeId', 'note'];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '","anime":{"', '{"anime":1}', '進撃 😀', '\ud800'),
);
const value = fc.oneof(
  text,
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.constantFrom(null, [], {}, -0.5, [{ anime: [] }]),
);

test('a member is put where parsing, setting and writing puts it', () => {
  const places = { replaced: 0, added: 0 };
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...names), value),
      fc.constantFrom(...names),
      value,
      (whole, name, put) => {
        const json = JSON.stringify(whole);
        places[name in JSON.parse(json) ? 'replaced' : 'added'] += 1;
        const expected = JSON.stringify({ ...JSON.parse(json), [name]: put });
        expect(putMember(Buffer.from(json), name, Buffer.from(JSON.stringify(put))).toString()).toBe(expected);
      },
    ),
    { numRuns: randomRuns(50) },
  );
  expect(Math.min(places.replaced, places.added)).toBeGreaterThan(5);
});
