import { expect, test } from '@jest/globals';
import { repeatedMember } from '../../src/base/repeatedMember.ts';

test.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}],"d":"\\"a\\":\\"a\\":","":1,"__proto__":1}', null],
  ['{"a":1,"b":2,"a":1}', '"a"'],
  ['{"b":{"a":1,"\\u0061":2}}', '"\\u0061"'],
  ['[{"":1,"":1}]', '""'],
  ['{"__proto__":1,"__proto__":1}', '"__proto__"'],
  ['{"x":[],"a\\"" : 1 , "a\\"" : 1}', '"a\\""'],
  ['"a"', null],
  ['[]', null],
  ['{"query":"a\\\\","b":"\\\\\\"","query" :1}', '"query"'],
])('a member that an object has twice is found, and nothing else: %s', (text, twice) => {
  JSON.parse(text);
  expect(repeatedMember(text)).toBe(twice);
});

test('a long string and deep nesting are read', () => {
  expect(repeatedMember(JSON.stringify({ a: '\n'.repeat(4_000_000), b: 1 }))).toBeNull();
  expect(repeatedMember(`${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`)).toBeNull();
});
