import { expect, test } from '@jest/globals';
import { generateApiKey, parseApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { fc } from '../../support/randomCases.ts';

test('a key names its public id and nothing else but letters and digits', () => {
  const { id, text } = generateApiKey();
  expect(text).toMatch(/^cac_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
  expect(parseApiKey(text)).toEqual({ id, text });
  expect(text.split('_')).toEqual(['cac', id, expect.any(String)]);
});

test('keys differ, also in their ids', () => {
  const keys = Array.from({ length: 1000 }, generateApiKey);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1000);
  expect(new Set(keys.map(({ text }) => text)).size).toBe(1000);
});

test('a key with one character mistyped, left out, doubled or swapped with its neighbour is none', () => {
  const { text } = generateApiKey();
  fc.assert(
    fc.property(fc.nat(text.length - 2), fc.constantFrom(...'0123456789ABCabc_-'), (at, typed) => {
      const [left, right] = [text.slice(0, at), text.slice(at + 1)];
      const mistyped = [left + typed + right, left + right, left + text[at] + text[at] + right];
      mistyped.push(left + text[at + 1] + text[at] + text.slice(at + 2));
      for (const wrong of mistyped) if (wrong !== text) expect(parseApiKey(wrong)).toBeNull();
    }),
  );
});

test.each(['', 'cac_', 'cac__', `cac_${'a'.repeat(12)}_${'b'.repeat(38)}`, 'x'.repeat(10_000), 'whsec_abc'])(
  'no key: %j',
  (text) => {
    expect(parseApiKey(text.slice(0, 100))).toBeNull();
    expect(parseApiKey(text)).toBeNull();
  },
);
