import { expect, test } from '@jest/globals';
import { EntityTags, matchesEntityTag } from '../../../src/rest/http/entityTags.ts';

const tag = 'W/"abc.1,2"';

test.each(['W/"abc.1,2"', '"abc.1,2"', '*', ' * ', '"other", W/"abc.1,2"', '"other","abc.1,2" , "more"'])(
  '%s names it',
  (header) => {
    expect(matchesEntityTag(header, tag)).toBe(true);
  },
);

test.each(['', '"abc"', 'W/"abc.1,2', 'abc.1,2', '"*"', '"abc.1", "2"', 'W/"ABC.1,2"'])('%j does not', (header) => {
  expect(matchesEntityTag(header, tag)).toBe(false);
});

const tags = new EntityTags('abc');

test('tags name release and versions, strong ones a revision', () => {
  expect(tags.weak('1', 'more')).toBe('W/"abc.1.more"');
  expect(tags.strong('life', 7)).toBe('"abc.life.7"');
  expect(tags.strong('life', '7-digest')).toBe('"abc.life.7-digest"');
});

test.each([
  ['*', null],
  [' * ', null],
  ['"abc.life.7"', [7]],
  ['"abc.life.7", "abc.life.8","other"', [7, 8]],
  ['"abc.life.7-a_b-C", "abc.life.8-x"', [7, 8]],
  ['W/"abc.life.7"', []],
  ['"abc.life.7-"', []],
  ['"abc.life.-x"', []],
  ['"abc.life.9999999999"', []],
  ['"abc.life.07"', []],
  ['"abc.life.7.0"', []],
  ['"abd.life.7"', []],
  ['"abc.life."', []],
  ['"abc.lift.7"', []],
  ['abc.life.7', []],
  ['', []],
])('If-Match %j names the revisions %j', (header, revisions) => {
  expect(tags.revisionsIn('life', header)).toEqual(revisions);
});
