import { expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { accountSignIn, deskSignIn } from '../../src/configuration/signIn.ts';

const production = { NODE_ENV: 'production', INTERNAL_TOKEN: 'a'.repeat(32) };
const remote = { OAUTH_ISSUER: 'https://issuer.example' };
const client = { PORTAL_CLIENT_ID: 'pages' };
const accountOf = (environment: Record<string, string>) => accountSignIn(readConfiguration(environment));
const deskOf = (environment: Record<string, string>) => deskSignIn(readConfiguration(environment));

test('where people sign in here nothing needs to be set outside production', () => {
  expect(accountOf({})).toEqual({ kind: 'ready', url: null, client: null });
  expect(deskOf({})).toEqual({ kind: 'ready', url: null, client: null });
});

test.each([
  [{ ...production }, /^set PUBLIC_URL/],
  [{ ...production, PUBLIC_URL: 'http://catalog.example.org' }, /^set PUBLIC_URL .*https/],
  [{ ...production, ...remote, ...client }, /^set PUBLIC_URL to the https origin/],
  [{ ...remote }, /^set PORTAL_CLIENT_ID and PORTAL_CLIENT_SECRET to the client that these pages are/],
])('%j: the account is told what is missing', (environment, remedy) => {
  const missing = { kind: 'missing', remedy: expect.stringMatching(remedy) };
  expect(accountOf(environment as Record<string, string>)).toEqual(missing);
});

test.each([
  [{ ...remote }, /^set PORTAL_CLIENT_ID and .* the desk is at OAUTH_ISSUER; INTERNAL_URL to the https origin/],
  [{ ...remote, ...client, INTERNAL_URL: 'http://10.0.0.1' }, /^set INTERNAL_URL to the https origin/],
])('%j: the desk is told what is missing', (environment, remedy) => {
  const missing = { kind: 'missing', remedy: expect.stringMatching(remedy) };
  expect(deskOf(environment as Record<string, string>)).toEqual(missing);
});

test('at another issuer the pages are a client that is registered there', () => {
  const url = 'https://catalog.example.org';
  const registered = {
    ...production,
    ...remote,
    ...client,
    PUBLIC_URL: url,
    PORTAL_SCOPE: 'openid api://catalog/access',
  };
  const account = { id: 'pages', secret: null, scope: 'openid api://catalog/access' };
  expect(accountOf(registered)).toEqual({ kind: 'ready', url, client: account });
  expect(accountOf({ ...registered, PORTAL_CLIENT_SECRET: 's' })).toMatchObject({ client: { secret: 's' } });
  const desk = { id: 'pages', secret: null, scope: 'openid catalog.review' };
  expect(deskOf({ ...registered, INTERNAL_URL: 'https://desk' })).toEqual({
    kind: 'ready',
    url: 'https://desk',
    client: desk,
  });
});
