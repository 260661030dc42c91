import { expect, test } from '@jest/globals';
import { requestTarget } from '../../../src/rest/request/requestTarget.ts';

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
