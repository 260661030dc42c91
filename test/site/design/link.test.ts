import { expect, test } from '@jest/globals';
import { safeTarget, targetBelow } from '../../../src/site/design/link.tsx';

test.each([
  ['/v1/anime?year=2013#x', '/v1/anime?year=2013#x'],
  ['/docs/../v1', '/v1'],
  ['#content', '#content'],
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['http://example.org', 'http://example.org/'],
])('a link to %j leads to %s', (to, target) => {
  expect(safeTarget(to)).toBe(target);
});

test.each([
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\tjavascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
  ],
  ...[
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    '/account/..//example.org',
    '/.//example.org',
    '\\\\example.org',
    'ftp://example.org',
    'mailto:a@b',
    'docs',
  ],
  ...['', 'https://', 'http://[', '\ud800'],
])('%j is no target', (to) => {
  expect(safeTarget(to)).toBeNull();
});

test.each([
  ['/account', '/account'],
  ['/account?x', '/account?x'],
  ['/account/keys#new', '/account/keys#new'],
  ['/account/../account/you', '/account/you'],
])('the page %j is below /account: %s', (to, target) => {
  expect(targetBelow('/account', to)).toBe(target);
});

test.each([
  '',
  '/',
  '/accounts',
  '/v1/anime',
  '/account/../v1',
  '/account/..//evil.example',
  '/account\\..',
  '#x',
  '\0',
])('%j is not below /account', (to) => {
  expect(targetBelow('/account', to)).toBe('/account');
});
