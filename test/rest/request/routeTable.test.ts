import { expect, test } from '@jest/globals';
import { RouteTable } from '../../../src/rest/request/routeTable.ts';

const table = new RouteTable([
  { path: '/v1/anime/{id}', target: 'one' },
  { path: '/v1/anime/premieres', target: 'premieres' },
  { path: '/v1/anime/{id}/episodes', target: 'episodes' },
  { path: '/v1/anime', target: 'list' },
]);

test.each([
  ['/v1/anime', 'list', {}],
  ['/v1/anime/x', 'one', { id: 'x' }],
  ['/v1/anime/premieres', 'premieres', {}],
  ['/v1/anime/Premieres', 'one', { id: 'Premieres' }],
  ['/v1/anime/premieres/episodes', 'episodes', { id: 'premieres' }],
  ['/v1/anime/%2F', 'one', { id: '%2F' }],
])('%s is %s', (path, target, segments) => {
  expect(table.match(path)).toMatchObject({ target, segments });
});

test.each([
  '',
  '/',
  '/v1',
  '/v1/anime/',
  '/V1/anime',
  '/v1//anime',
  '//v1/anime',
  '/v1/anim%65',
  '/v1/anime/x/',
  '/v1/anime//episodes',
  '*',
])('%j is no path', (path) => {
  expect(table.match(path)).toBeNull();
});
