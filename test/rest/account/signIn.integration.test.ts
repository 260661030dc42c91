import { expect, test } from '@jest/globals';
import { CookieClient } from '../../identity/issuer/openSignIn.ts';
import { openIssuer } from '../../identity/token/openIssuer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { freePort } from '../../support/freePort.ts';
import { openTestService } from '../../support/openTestService.ts';
import { PASSWORD } from './person.ts';

describeWith(['postgres'], 'signing in to the account', () => {
  test('without set-up every page says what to set, and doctor too', async () => {
    const service = await openTestService({ EMBEDDED_ISSUER: 'off' });
    try {
      for (const path of [
        '/account',
        '/account/sign-in',
        '/account/applications/x/keys',
        '/account/signed-in?code=x',
      ]) {
        const answer = await fetch(service.publicUrl + path);
        expect([path, answer.status, await answer.text()]).toEqual([
          path,
          200,
          expect.stringContaining('EMBEDDED_ISSUER to on'),
        ]);
      }
      const answer = await service.ask({ query: '{ diagnostics { name detail } }' });
      expect(await answer.text()).toContain('Nobody can sign in to /account: set OAUTH_ISSUER');
    } finally {
      await service.end();
    }
  });

  test('plain http signs in on this computer alone; an address of its own is redirected to', async () => {
    const service = await openTestService({ TRUST_PROXY: 'true' });
    const named = await openTestService({ PUBLIC_URL: 'https://catalog.example.org' });
    try {
      const begin = (headers: Record<string, string>) =>
        fetch(`${service.publicUrl}/account/sign-in`, { redirect: 'manual', headers });
      expect((await begin({ 'x-forwarded-host': 'catalog.example.org' })).status).toBe(400);
      expect((await begin({ 'x-forwarded-host': 'a"b' })).status).toBe(400);
      const secure = await begin({ 'x-forwarded-host': 'catalog.example.org', 'x-forwarded-proto': 'https' });
      expect(secure.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-catalog-sign-in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=900$/),
      ]);
      const configured = await fetch(`${named.publicUrl}/account/sign-in`, { redirect: 'manual' });
      expect(configured.headers.get('location')).toMatch(
        /^https:\/\/catalog\.example\.org\/oidc\/auth\?.*redirect_uri=https%3A%2F%2Fcatalog\.example\.org%2Faccount%2Fsigned-in/,
      );
    } finally {
      await service.end();
      await named.end();
    }
  });

  test('people of another issuer sign in through the client that is registered there', async () => {
    const issuer = await openTestService();
    const port = String(await freePort());
    const ask = async (mutation: string) =>
      (await (await issuer.ask({ query: `mutation { ${mutation} }` })).json()) as {
        data: { createApplication: { application: { id: string } } };
      };
    await ask(`createUser(input: { name: "ann", password: "${PASSWORD}" }) { user { name } }`);
    const registered = await ask(
      `createApplication(input: { name: "Pages", owner: "ann", redirectUris: ["http://127.0.0.1:${port}/account/signed-in"] }) { application { id } }`,
    );
    const service = await openTestService({
      PORT: port,
      OAUTH_ISSUER: `${issuer.publicUrl}/oidc`,
      PORTAL_CLIENT_ID: registered.data.createApplication.application.id,
      PORTAL_SCOPE: 'openid anime.read',
    });
    try {
      const [here, there] = [new CookieClient(), new CookieClient()];
      const begun = await here.go(`${service.publicUrl}/account/sign-in`);
      let at = await there.follow(begun.headers.get('location') ?? '');
      at = await there.follow(`${at.url}/sign-in`, { name: 'ann', password: PASSWORD });
      at = await there.follow(`${at.url}/consent`, {});
      const ended = await here.follow(at.url);
      expect([ended.response.status, await ended.response.text()]).toEqual([
        200,
        expect.stringContaining('Signed in as <bdi>ann</bdi>'),
      ]);
      const [session] = await service.ports.database.client.portalSession.findMany();
      expect(session).toMatchObject({ issuer: `${issuer.publicUrl}/oidc`, subject: 'ann' });
    } finally {
      await issuer.end();
    }
    try {
      // Its issuer is away now; what it said before stays known.
      const answer = await fetch(`${service.publicUrl}/account/sign-in`, { redirect: 'manual' });
      expect(answer.status).toBe(303);
    } finally {
      await service.end();
    }
  });

  test('no stranger has the issuer asked without a sign-in of this browser, nor beyond the quota of an address', async () => {
    const issuer = await openIssuer();
    const internalPort = String(await freePort());
    const service = await openTestService({
      OAUTH_ISSUER: issuer.url,
      PORTAL_CLIENT_ID: 'pages',
      INTERNAL_PORT: internalPort,
      INTERNAL_URL: `http://127.0.0.1:${internalPort}`,
      QUOTA_ANONYMOUS: '10',
    });
    try {
      for (const [origin, place] of [
        [service.publicUrl ?? '', 'account'],
        [service.internalUrl, 'review'],
      ] as const) {
        const callback = `${origin}/${place}/signed-in?code=x&state=`;
        expect((await fetch(callback)).status).toBe(400);
        expect(issuer.redemptions()).toBe(0);
      }
      const statuses: number[] = [];
      for (const [origin, place] of Array.from({ length: 12 }, (_unused, at) =>
        at % 2 === 0 ? ([service.publicUrl ?? '', 'account'] as const) : ([service.internalUrl, 'review'] as const),
      )) {
        const begun = await fetch(`${origin}/${place}/sign-in`, { redirect: 'manual' });
        if (begun.status === 303) {
          const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
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
