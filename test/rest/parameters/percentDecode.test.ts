import { expect, test } from '@jest/globals';
import { percentDecode } from '../../../src/rest/parameters/read.ts';
import { fc } from '../../support/randomCases.ts';

test('decodes what any client encodes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(percentDecode(encodeURIComponent(text))).toBe(text);
    }),
  );
});

test.each(['%', '%2', '%zz', '%ff', '%C3', '%ED%A0%80', '%C0%AF', 'a%u1234'])('refuses %j', (text) => {
  expect(() => percentDecode(text)).toThrow(/percent-encoding/);
});
