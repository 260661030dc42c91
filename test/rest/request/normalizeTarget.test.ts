import { expect, test } from '@jest/globals';
import { normalizeTarget } from '../../../src/rest/request/createRouter.ts';

test.each([
  ['/v1/anime', '/v1/anime'],
  ['/v1/anime?', '/v1/anime?'],
  ['/v1/anime?a=?b', '/v1/anime?a=?b'],
  ['//v1/anime', '//v1/anime'],
  ['/v1/anim%65?q=%', '/v1/anim%65?q=%'],
  ['/v1/anime/%zz?q=%zz', '/v1/anime/%25zz?q=%zz'],
  ['/v1/anime/%ff%20', '/v1/anime/%25ff%2520'],
])('%s', (url, target) => {
  expect(normalizeTarget(url)).toBe(target);
});
