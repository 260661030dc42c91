import { expect, test } from '@jest/globals';
import {
  CursorCodec,
  type CursorPosition,
  type CursorScope,
  longestCursor,
} from '../../../src/rest/parameters/cursorCodec.ts';
import { ProblemError } from '../../../src/rest/problem/problemError.ts';
import { fc } from '../../support/randomCases.ts';

const codec = new CursorCodec(['a secret of at least thirty-two characters']);
const scope: CursorScope = { operationId: 'ListAnime', parameters: { sort: 'id.asc', year: 2013 } };
const position: CursorPosition = {
  after: 'eyJpZCI6IjAxOTgifQ',
  window: { from: '2024-02-22T00:00:00.000Z', to: '2024-03-01T00:00:00.000Z', asOf: '2024-02-29T15:00:00.123Z' },
};
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a cursor gives its position back, the same text each time', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const windows = fc.option(fc.record({ from: text, to: text }), { nil: undefined });
  fc.assert(
    fc.property(text, windows, (after, window) => {
      const cursor = codec.encode(scope, { after, window });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(codec.encode(scope, { after, window })).toBe(cursor);
      expect(codec.decode(scope, cursor)).toEqual({ after, window });
    }),
  );
});

test('every character of a cursor counts: altered, left out, doubled or added, it is refused', () => {
  const cursor = codec.encode(scope, position);
  for (let index = 0; index < cursor.length; index += 1) {
    const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
    for (const character of `${alphabet}+/=. é`) {
      if (character !== cursor[index]) expect(refusal(before + character + after)).toBe('invalid_cursor');
    }
    expect(refusal(before + after)).toBe('invalid_cursor');
    expect(refusal(before + cursor[index] + cursor[index] + after)).toBe('invalid_cursor');
  }
  expect(refusal(`${cursor}A`)).toBe('invalid_cursor');
  expect(refusal(`${cursor}=`)).toBe('invalid_cursor');
});

test.each([
  ['empty', ''],
  ['short', 'AQ'],
  ['overlong', 'A'.repeat(longestCursor + 1)],
  ['JSON', '{"id":1}'],
])('a text that is %s is refused', (_name, text) => {
  expect(refusal(text)).toBe('invalid_cursor');
});

test.each<[string, CursorScope]>([
  ['another endpoint', { ...scope, operationId: 'ListGenres' }],
  ['another filter value', { ...scope, parameters: { sort: 'id.asc', year: 2014 } }],
  ['a further filter', { ...scope, parameters: { ...scope.parameters, format: 'tv' } }],
  ['one filter less', { ...scope, parameters: { sort: 'id.asc' } }],
  ['another sort', { ...scope, parameters: { ...scope.parameters, sort: 'title.asc' } }],
  ['a number that became text', { ...scope, parameters: { ...scope.parameters, year: '2013' } }],
])('a cursor does not hold for %s', (_name, other) => {
  expect(refusal(codec.encode(scope, position), other)).toBe('invalid_cursor');
});

test('the order of parameters and absent ones do not matter', () => {
  const cursor = codec.encode(scope, position);
  const same = { operationId: 'ListAnime', parameters: { year: 2013, format: undefined, sort: 'id.asc' } };
  expect(codec.decode(same, cursor)).toEqual(position);
});

test('a cursor signed with another secret is refused', () => {
  const foreign = new CursorCodec(['another secret of at least thirty-two chars']);
  expect(refusal(foreign.encode(scope, position))).toBe('invalid_cursor');
});

test('a rotated secret signs, and what the earlier one signed is still read', () => {
  const earlier = 'a secret of at least thirty-two characters';
  const rotated = new CursorCodec(['the secret that came after it, as long', earlier]);
  expect(rotated.decode(scope, codec.encode(scope, position))).toEqual(position);
  expect(rotated.decode(scope, rotated.encode(scope, position))).toEqual(position);
  expect(refusal(rotated.encode(scope, position))).toBe('invalid_cursor');
});

function refusal(text: string, of: CursorScope = scope): string | undefined {
  try {
    codec.decode(of, text);
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
  return undefined;
}
