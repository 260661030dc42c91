import { expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { unsetInProduction } from '../../src/configuration/unsetInProduction.ts';

const origin = { PUBLIC_URL: 'https://catalog.example.org' };
const proxy = { TRUST_PROXY: 'none' };

test.each<readonly [Readonly<Record<string, string>>, readonly string[]]>([
  [{}, ['PUBLIC_URL', 'TRUST_PROXY']],
  [{ ...proxy }, ['PUBLIC_URL']],
  [{ ...origin }, ['TRUST_PROXY']],
  [{ ...origin, ...proxy }, []],
  [{ OAUTH_ISSUER: 'https://id.example', ...proxy }, []],
  [{ ROLES: 'graph' }, ['PUBLIC_URL']],
  [{ ROLES: 'indexer,webhooks' }, []],
])('in production %j lacks %j', (given, lacking) => {
  const faults = unsetInProduction(readConfiguration({ NODE_ENV: 'production', ...given }));
  expect(faults.map(({ variable }) => variable)).toEqual(lacking);
  for (const { fault } of faults) expect(fault).toMatch(/^is unset and NODE_ENV is production: set it to /);
  expect(unsetInProduction(readConfiguration(given))).toEqual([]);
});
