import { expect, test } from '@jest/globals';
import { isFromOwnPage } from '../../src/base/pageCookie.ts';

const OWN = 'https://catalog.example.org';

test.each([
  [{ 'sec-fetch-site': 'same-origin', origin: OWN }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: OWN }, true],
  [{}, false],
  [{ origin: 'null' }, false],
  [{ origin: '' }, false],
  [{ origin: 'http://catalog.example.org' }, false],
  [{ origin: `${OWN}:8443` }, false],
  [{ origin: `${OWN}.evil.example` }, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  ...['same-site', 'cross-site', 'none', '', 'Same-Origin', 'same-origin, cross-site'].map(
    (site) => [{ 'sec-fetch-site': site, origin: OWN }, false] as const,
  ),
] as const)('%j is from a page of this origin: %j', (headers, expected) => {
  expect(isFromOwnPage({ headers }, OWN)).toBe(expected);
});
