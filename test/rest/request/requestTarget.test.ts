import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { percentDecode, requestTarget } from '../../../src/rest/request/requestTarget.ts';

test.each([
  ['/v1/anime', '/v1/anime', null],
  ['/v1/anime?', '/v1/anime', ''],
  ['/v1/anime?a=?b', '/v1/anime', 'a=?b'],
  ['http://catalog.example/v1/anime?a=1', '/v1/anime', 'a=1'],
  ['HTTP://catalog.example:80/v1/anime', '/v1/anime', null],
  ['http://catalog.example?a=1', '', 'a=1'],
  ['*', '*', null],
  ['//v1/anime', '//v1/anime', null],
])('%s', (url, path, query) => {
  expect(requestTarget(url)).toEqual({ path, query });
});

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
