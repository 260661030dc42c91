import { expect, test } from '@jest/globals';
import { originForm } from '../../../src/rest/server/originForm.ts';

test.each([
  ['/v1/anime?a=?b', '/v1/anime?a=?b'],
  ['//v1/anime', '//v1/anime'],
  ['http://catalog.example/v1/anime?a=1', '/v1/anime?a=1'],
  ['HTTP://catalog.example:80/v1/anime', '/v1/anime'],
  ['http://catalog.example?a=1', '/?a=1'],
  ['http://catalog.example', '/'],
  ['*', '*'],
  ['http://[/v1', '/v1'],
  ['http://a]b/v1?a=1', '/v1?a=1'],
  ['http://', '/'],
  ['/v1/anime#x', '/v1/anime%23x'],
  ['/v1/search?q=C#&limit=1', '/v1/search?q=C%23&limit=1'],
  ['//a@b:99999#', '//a@b:99999%23'],
  ['http://catalog.example/explore/%zz', '/explore/%zz'],
])('%s', (target, inOriginForm) => {
  expect(originForm(target)).toBe(inOriginForm);
});
