import { expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

const production = { NODE_ENV: 'production', INTERNAL_TOKEN: 'a'.repeat(32) };
const portalOf = (environment: Record<string, string>) => readConfiguration(environment).callers.portal;

test('where people sign in here nothing needs to be set outside production', () => {
  expect(portalOf({})).toEqual({ kind: 'ready', publicUrl: null, client: null });
});

test.each([
  [{ ...production }, /^set PUBLIC_URL/],
  [{ ...production, PUBLIC_URL: 'http://catalog.example.org' }, /^set PUBLIC_URL .*https/],
  [
    { ...production, OAUTH_ISSUER: 'https://issuer.example', PORTAL_CLIENT_ID: 'pages' },
    /^set PUBLIC_URL to the https origin/,
  ],
  [{ OAUTH_ISSUER: 'https://issuer.example' }, /^set PORTAL_CLIENT_ID and PORTAL_CLIENT_SECRET/],
])('%j is told what is missing', (environment, remedy) => {
  expect(portalOf(environment as Record<string, string>)).toEqual({
    kind: 'missing',
    remedy: expect.stringMatching(remedy),
  });
});

test('at another issuer the pages are a client that is registered there', () => {
  const remote = { ...production, PUBLIC_URL: 'https://catalog.example.org', OAUTH_ISSUER: 'https://issuer.example' };
  const registered = { ...remote, PORTAL_CLIENT_ID: 'pages', PORTAL_SCOPE: 'openid api://catalog/access' };
  const client = { id: 'pages', secret: null, scope: 'openid api://catalog/access' };
  expect(portalOf(registered)).toEqual({ kind: 'ready', publicUrl: 'https://catalog.example.org', client });
  expect(portalOf({ ...registered, PORTAL_CLIENT_SECRET: 's' })).toMatchObject({ client: { secret: 's' } });
});

test.each([
  [{ PORTAL_CLIENT_ID: 'pages' }, 'PORTAL_CLIENT_ID'],
  [{ PORTAL_CLIENT_SECRET: 'secret', OAUTH_ISSUER: 'https://issuer.example' }, 'PORTAL_CLIENT_SECRET'],
  [{ PORTAL_SCOPE: 'profile' }, 'PORTAL_SCOPE'],
  [{ PORTAL_CLIENT_ID: 'two words', OAUTH_ISSUER: 'https://issuer.example' }, 'PORTAL_CLIENT_ID'],
])('%j is refused by name', (environment, variable) => {
  expect(() => portalOf(environment as Record<string, string>)).toThrow(variable);
});
