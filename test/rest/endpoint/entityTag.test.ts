import { expect, test } from '@jest/globals';
import { matchesEntityTag } from '../../../src/rest/endpoint/entityTag.ts';

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
