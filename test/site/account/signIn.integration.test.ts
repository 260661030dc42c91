import { expect, test } from '@jest/globals';
import { openIssuer, type TestIssuer } from '../../identity/token/openIssuer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { freePort } from '../../support/freePort.ts';
import { openTestService } from '../../support/openTestService.ts';
import { PASSWORD, PASSWORD_HASH } from '../../support/password.ts';
import { until } from '../../support/until.ts';
import { CookieClient } from '../support/cookieClient.ts';
import { formsOf } from './person.ts';

/** Signs a person of the issuer in, whose ID token has these claims beside. @returns where the browser ends */
async function signInAt(issuer: TestIssuer, url: string | null, browser: CookieClient, claims: object = {}) {
  const begun = await browser.go(`${url}/account/sign-in`);
  const asked = new URL(begun.headers.get('location') ?? '').searchParams;
  const named = { sub: 'other', aud: 'pages', nonce: asked.get('nonce'), ...claims };
  issuer.grant({
    token_type: 'bearer',
    access_token: await issuer.token({ sub: 'ann' }),
    id_token: await issuer.token(named, { typ: 'JWT' }),
  });
  const callback = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' });
  return (await browser.follow(`${url}/account/signed-in?${callback}`)).response;
}

describeWith(['postgres'], 'signing in to the account', () => {
  test('without set-up every page says what to set, and doctor too', async () => {
    const service = await openTestService({ OAUTH_ISSUER: 'http://127.0.0.1:9/' });
    try {
      for (const path of ['/account', '/account/applications/x/keys']) {
        const answer = await fetch(service.publicUrl + path);
        expect([path, answer.status, await answer.text()]).toEqual([
          path,
          200,
          expect.stringContaining('PORTAL_CLIENT_ID'),
        ]);
      }
      expect((await fetch(`${service.publicUrl}/.well-known/jwks.json`)).status).toBe(404);
      const answer = await service.ask({ query: '{ diagnostics { name detail } }' });
      expect(await answer.text()).toContain('Nobody can sign in to /account: set PORTAL_CLIENT_ID');
      const issued = await service.ask({
        query: 'mutation { issueToken(input: { user: "a", scopes: ["anime.read"] }) { token } }',
      });
      expect(await issued.text()).toContain('People sign in at OAUTH_ISSUER');
    } finally {
      await service.end();
    }
  });

  test('plain http signs in on this computer alone; the cookie is of this host and https', async () => {
    const service = await openTestService({ TRUST_PROXY: 'true' });
    try {
      const { client } = service.ports.database;
      await client.user.create({ data: { name: 'ann', passwordHash: PASSWORD_HASH } });
      const send = (headers: Record<string, string>) =>
        fetch(`${service.publicUrl}/account/sign-in`, {
          ...{ method: 'POST', redirect: 'manual' },
          headers: { 'sec-fetch-site': 'same-origin', ...headers },
          body: new URLSearchParams({ name: 'ann', password: PASSWORD }),
        });
      expect((await send({ 'x-forwarded-host': 'catalog.example.org' })).status).toBe(400);
      expect((await send({ 'x-forwarded-host': 'a"b' })).status).toBe(400);
      const secure = await send({ 'x-forwarded-host': 'catalog.example.org', 'x-forwarded-proto': 'https' });
      expect([secure.status, secure.headers.getSetCookie()]).toEqual([
        303,
        [expect.stringMatching(/^__Host-catalog-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)],
      ]);
    } finally {
      await service.end();
    }
  });

  test('people of another issuer sign in through the client that is registered there, and sign out everywhere', async () => {
    const issuer = await openIssuer();
    const environment = { OAUTH_ISSUER: issuer.url, PORTAL_CLIENT_ID: 'pages', PORTAL_SCOPE: 'openid anime.read' };
    const service = await openTestService(environment);
    const origin = service.publicUrl;
    const signIn = (browser: CookieClient) => signInAt(issuer, origin, browser);
    try {
      const begun = await fetch(`${origin}/account/sign-in`, { redirect: 'manual' });
      const to = new URL(begun.headers.get('location') ?? '').searchParams;
      expect([to.get('redirect_uri'), to.get('audience'), to.get('code_challenge_method')]).toEqual([
        `${origin}/account/signed-in`,
        'anime-catalog',
        'S256',
      ]);
      const restless = new CookieClient();
      for (let tab = 0; tab < 8; tab += 1) await restless.go(`${origin}/account/sign-in`);
      expect(restless.cookies).toHaveLength(5);
      const [one, other] = [new CookieClient(), new CookieClient()];
      const ended = await signIn(one);
      expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('Signed in as <bdi>ann</bdi>')]);
      const { client } = service.ports.database;
      expect(await client.portalSession.findFirst()).toMatchObject({ issuer: issuer.url, subject: 'ann' });
      const event = { actor: 'user:ann', object: 'ann', outcome: 'done', address: '127.0.0.1' };
      expect(await client.auditEvent.findFirst({ where: { kind: 'signIn' } })).toMatchObject(event);
      const tokens = await (await one.go(`${origin}/account/tokens`)).text();
      expect(tokens).toContain('get one where you sign in');
      const token = await issuer.token({ sub: 'ann' });
      const read = async (credential: string) => {
        const headers = { authorization: `Bearer ${credential}` };
        return (await fetch(`${origin}/v1/anime`, { headers })).status;
      };
      expect(await read(token)).toBe(200);
      await signIn(other);
      const you = await (await one.go(`${origin}/account/you`)).text();
      const form = formsOf(you).find(({ name }) => name === 'everywhere');
      expect((await one.go(`${origin}/account/you`, Object.fromEntries(form?.fields ?? []))).status).toBe(303);
      expect((await other.go(`${origin}/account`)).status).toBe(401);
      await until(async () => (await read(token)) === 401, 5_000);
      // Signed in anew, at once.
      expect((await signIn(one)).status).toBe(200);
      expect(await read(await issuer.token({ sub: 'ann' }))).toBe(200);
      // Its issuer is away now; what it said before stays known.
      issuer.fail('reset');
      expect((await one.go(`${origin}/account/sign-in`)).status).toBe(303);
    } finally {
      await service.end();
      await issuer.close();
    }
  });

  test('no stranger has the issuer asked beyond the quota of an address', async () => {
    const issuer = await openIssuer();
    const internalPort = String(await freePort());
    const service = await openTestService({
      OAUTH_ISSUER: issuer.url,
      PORTAL_CLIENT_ID: 'pages',
      PUBLIC_URL: 'http://localhost:1',
      INTERNAL_PORT: internalPort,
      INTERNAL_URL: `http://127.0.0.1:${internalPort}`,
      QUOTA_ANONYMOUS: '10',
    });
    try {
      const statuses: number[] = [];
      for (const [origin, place] of Array.from({ length: 12 }, (_unused, at) =>
        at % 2 === 0 ? ([service.publicUrl ?? '', 'account'] as const) : ([service.internalUrl, 'review'] as const),
      )) {
        const begun = await fetch(`${origin}/${place}/sign-in`, { redirect: 'manual' });
        if (begun.status === 303) {
          const asked = new URL(begun.headers.get('location') ?? '').searchParams;
          const own = place === 'account' ? 'http://localhost:1' : origin;
          expect(asked.get('redirect_uri')).toBe(`${own}/${place}/signed-in`);
          const state = asked.get('state');
          const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
          await fetch(`${origin}/${place}/signed-in?code=x&state=${state}`, { headers: { cookie } });
        } else statuses.push(begun.status);
      }
      expect([issuer.redemptions(), statuses]).toEqual([10, [429, 429]]);
    } finally {
      await service.end();
      await issuer.close();
    }
  });

  test('while the issuer does not answer, nobody is led anywhere', async () => {
    const service = await openTestService({
      OAUTH_ISSUER: `http://127.0.0.1:${await freePort()}/oidc`,
      PORTAL_CLIENT_ID: 'pages',
    });
    try {
      const answer = await fetch(`${service.publicUrl}/account/sign-in`, { headers: { accept: 'text/html' } });
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('The issuer does not answer.'),
      ]);
    } finally {
      await service.end();
    }
  });
});
