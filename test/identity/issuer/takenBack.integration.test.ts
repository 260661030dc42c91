import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { describeWith } from '../../support/describeWith.ts';
import { type IssuerScene, openIssuerScene, PASSWORD, type SignedIn } from './issuerScene.ts';
import { CookieClient, openSignIn } from './openSignIn.ts';

/** Each test signs somebody in, on machines that are busy with other things. */
jest.setTimeout(120_000);

describeWith(['postgres'], 'what leaked can be taken back', () => {
  let scene: IssuerScene;
  beforeAll(async () => {
    scene = await openIssuerScene();
  }, 60_000);
  afterAll(() => scene?.end());

  const refresh = ({ configuration, refreshToken }: SignedIn) =>
    client.refreshTokenGrant(configuration, refreshToken).then(
      () => 'works',
      (error: { readonly error?: string }) => error.error,
    );
  /** What the browser is shown, as the application sends it to the issuer. */
  const shown = async (browser: CookieClient, parameters: Readonly<Record<string, string>> = {}) => {
    const { url } = await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read');
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const at = await browser.follow(url);
    if (at.url.startsWith(scene.redirectUri)) return `back: ${new URL(at.url).searchParams.get('error')}`;
    const title = /<h1>(.*?)<\/h1>/.exec(await at.response.text())?.[1];
    return `${at.response.status} ${title}`;
  };
  const issue = async (user: string, ttlSeconds = 3600) => {
    const made = await scene.mutate(
      `issueToken(input: { user: "${user}", scopes: ["anime.read"], ttlSeconds: ${ttlSeconds} }) { token }`,
    );
    return String(made.issueToken?.token);
  };

  test.each([
    [
      'another password',
      (name: string) => `changePassword(input: { name: "${name}", password: "another ${PASSWORD}" })`,
    ],
    ['disabling', (name: string) => `disableUser(input: { name: "${name}" })`],
    ['a revocation', (name: string) => `revokeUserTokens(input: { user: "${name}" })`],
  ])(
    '%s ends sessions, grants, refresh and access tokens of before',
    async (what, mutation) => {
      const name = `of-${what.replaceAll(' ', '-')}`;
      await scene.createUser(name);
      const browser = new CookieClient();
      const signedIn = await scene.signIn(browser, name);
      const token = await issue(name, 2_592_000);
      expect([await scene.read(signedIn.accessToken), await scene.read(token)]).toEqual([200, 200]);
      expect(await shown(browser)).toBe('200 Allow access?');
      const selection = what === 'a revocation' ? 'notBefore' : 'user { name }';
      await scene.mutate(`${mutation(name)} { ${selection} }`);
      expect(await refresh(signedIn)).toBe('invalid_grant');
      expect(await shown(browser)).toBe('200 Sign in');
      await scene.ends(signedIn.accessToken);
      await scene.ends(token);
      if (what === 'disabling') {
        await scene.mutate(`enableUser(input: { name: "${name}" }) { user { name } }`);
        expect(await scene.read(token)).toBe(401);
        expect(await refresh(signedIn)).toBe('invalid_grant');
        expect(await shown(browser)).toBe('200 Sign in');
      }
      // What is issued after the answer works at once.
      expect(await scene.read(await issue(name))).toBe(200);
      const anew = await scene.signIn(browser, name, what === 'another password' ? `another ${PASSWORD}` : PASSWORD);
      expect(await scene.read(anew.accessToken)).toBe(200);
      expect(await refresh(anew)).toBe('works');
    },
    60_000,
  );

  test('the tokens of a name that no account has, and one token alone by its jti', async () => {
    const [first, second] = [await issue('nobody'), await issue('nobody')];
    expect([await scene.read(first), await scene.read(second)]).toEqual([200, 200]);
    await scene.mutate(`revokeToken(input: { jti: "${decodeJwt(first).jti}" }) { revokedAt }`);
    await scene.ends(first);
    expect(await scene.read(second)).toBe(200);
    await scene.mutate('revokeUserTokens(input: { user: "nobody" }) { notBefore }');
    await scene.ends(second);
    expect(await scene.read(await issue('nobody'))).toBe(200);
    await expect(scene.mutate('revokeToken(input: { jti: "" }) { revokedAt }')).rejects.toThrow(/^jti: /);
    await expect(scene.mutate('revokeUserTokens(input: { user: "a b" }) { notBefore }')).rejects.toThrow(/^user: /);
  }, 30_000);

  test('a signing key that is withdrawn, however long its tokens were to live', async () => {
    const old = await issue('ann', 2_592_000);
    await scene.mutate('rotateSigningKey { keyId }');
    const later = await issue('ann', 2_592_000);
    expect([await scene.read(old), await scene.read(later)]).toEqual([200, 200]);
    await expect(scene.mutate('rotateSigningKey { keyId }')).rejects.toThrow(/live until .* withdraw/);
    await scene.mutate('rotateSigningKey(input: { now: true }) { keyId }');
    await scene.ends(old);
    await scene.ends(later);
    expect(await scene.read(await issue('ann'))).toBe(200);
    const { keys } = (await (await fetch(`${scene.origin}/oidc/jwks`)).json()) as { keys: unknown[] };
    expect(keys).toHaveLength(1);
    expect(await scene.read((await scene.signIn(new CookieClient())).accessToken)).toBe(200);
  }, 30_000);

  test('the access token of a grant whose refresh token is revoked', async () => {
    const { configuration, accessToken, refreshToken } = await scene.signIn(new CookieClient());
    expect(await scene.read(accessToken)).toBe(200);
    await client.tokenRevocation(configuration, refreshToken);
    await scene.ends(accessToken);
  }, 30_000);

  describe('in the browser of somebody who is disabled', () => {
    test.each([
      [{}, '200 Sign in'],
      [{ prompt: 'none' }, 'back: login_required'],
      [{ prompt: 'consent' }, '200 Sign in'],
      [{ prompt: 'login' }, '200 Sign in'],
    ])('a request with %j is %s, and another signs in', async (parameters, expected) => {
      const name = `eve-${Object.values(parameters).join('') || 'plain'}`;
      await scene.createUser(name);
      const browser = new CookieClient();
      await scene.signIn(browser, name);
      await scene.mutate(`disableUser(input: { name: "${name}" }) { user { name } }`);
      expect(await shown(browser, parameters)).toBe(expected);
      const { accessToken } = await scene.signIn(browser, 'ann');
      expect(decodeJwt(accessToken).sub).toBe('ann');
    });

    test('one who is disabled between the form and the redirect begins again', async () => {
      await scene.createUser('late');
      const browser = new CookieClient();
      const { url } = await browser.follow(
        (await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read')).url,
      );
      const posted = await browser.go(`${url}/sign-in`, { name: 'late', password: PASSWORD });
      await scene.mutate('disableUser(input: { name: "late" }) { user { name } }');
      const at = await browser.follow(new URL(posted.headers.get('location') ?? '', url));
      expect(at.response.status).toBe(400);
      expect(await shown(browser)).toBe('200 Sign in');
    });
  });

  test('who signs in where another is signed in ends that session and its tokens', async () => {
    await scene.createUser('guest');
    const browser = new CookieClient();
    const begun = await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read');
    let at = await browser.follow(begun.url);
    at = await browser.follow(`${at.url}/sign-in`, { name: 'ann', password: PASSWORD });
    at = await browser.follow(`${at.url}/consent`, {});
    const ofAnn = (await begun.finish(at.url)).access_token;
    expect(await scene.read(ofAnn)).toBe(200);
    const second = await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read');
    second.url.searchParams.set('prompt', 'login');
    at = await browser.follow(second.url);
    at = await browser.follow(`${at.url}/sign-in`, { name: 'guest', password: PASSWORD });
    at = await browser.follow(`${at.url}/consent`, {});
    expect(decodeJwt((await second.finish(at.url)).access_token).sub).toBe('guest');
    await scene.ends(ofAnn);
  }, 30_000);

  test('who is asked for consent in the name of another can sign in, which ends that session', async () => {
    await scene.createUser('kim');
    const browser = new CookieClient();
    const begun = await openSignIn(scene.origin, scene.clientId, scene.redirectUri, 'openid anime.read');
    let at = await browser.follow(begun.url);
    at = await browser.follow(`${at.url}/sign-in`, { name: 'ann', password: PASSWORD });
    const [, way = ''] = /Not ann\?\s*<a href="([^"]+)"/.exec(await at.response.text()) ?? [];
    const asked = await browser.follow(new URL(way, at.url));
    expect(await asked.response.text()).toContain('Password');
    at = await browser.follow(`${at.url}/sign-in`, { name: 'kim', password: PASSWORD });
    expect(await at.response.text()).toContain('asks you, <strong>kim</strong>');
    at = await browser.follow(`${at.url}/consent`, {});
    expect(decodeJwt((await begun.finish(at.url)).access_token).sub).toBe('kim');
  }, 60_000);

  describe('sign-out', () => {
    const signOut = (search: Readonly<Record<string, string>> = {}) =>
      `${scene.origin}/oidc/session/end?${new URLSearchParams(search)}`;
    const confirm = async (browser: CookieClient, page: Response, choice: Readonly<Record<string, string>>) => {
      const text = await page.text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
      return browser.follow(`${scene.origin}/oidc/session/end/confirm`, { xsrf, ...choice });
    };

    test('asks, and ends the session', async () => {
      const browser = new CookieClient();
      await scene.signIn(browser);
      const { response } = await browser.follow(signOut());
      expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
      const copy = response.clone();
      expect(await copy.text()).toContain('signed in as <strong>ann</strong>');
      const done = await confirm(browser, response, { logout: 'yes' });
      expect(await done.response.text()).toContain('You are signed out');
      expect(await shown(browser)).toBe('200 Sign in');
    });

    test('takes a form of the application as it takes a link', async () => {
      const browser = new CookieClient();
      const { idToken } = await scene.signIn(browser);
      const asked = { id_token_hint: idToken, post_logout_redirect_uri: scene.redirectUri, state: 'x&z' };
      const { response } = await browser.follow(`${scene.origin}/oidc/session/end`, asked);
      expect(await response.clone().text()).toContain('signed in as <strong>ann</strong>');
      const done = await confirm(browser, response, { logout: 'yes' });
      expect(done.url).toBe(`${scene.redirectUri}?state=x%26z`);
      expect((await browser.follow(`${scene.origin}/oidc/session/end`, {})).response.status).toBe(200);
    });

    test('goes back to the application that asked for it, and only to a page that it registered', async () => {
      const browser = new CookieClient();
      const { idToken } = await scene.signIn(browser);
      const asked = { id_token_hint: idToken, post_logout_redirect_uri: scene.redirectUri, state: 'xyz' };
      const { response } = await browser.follow(signOut(asked));
      const origin = new URL(scene.redirectUri).origin;
      expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${origin}`);
      const done = await confirm(browser, response, { logout: 'yes' });
      expect(done.url).toBe(`${scene.redirectUri}?state=xyz`);
      // Nobody is signed in any more: nothing is asked.
      expect((await browser.follow(signOut(asked))).url).toBe(`${scene.redirectUri}?state=xyz`);
      const evil = await browser.follow(signOut({ ...asked, post_logout_redirect_uri: 'https://evil.example/' }));
      expect(evil.response.status).toBe(400);
    });

    test('says so where nobody is signed in, without a script', async () => {
      const text = await (await new CookieClient().follow(signOut())).response.text();
      expect(text).toContain('You are signed out');
      expect(text).not.toContain('<script');
    });
  });
});
