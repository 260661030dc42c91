import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allowInsecureRequests, Configuration, customFetch, discovery, None } from 'openid-client';
import type { CredentialVerifier } from '../../../src/graph/caller/credentialVerifier.ts';
import { PORTAL_CLIENT_ID, PORTAL_REDIRECT_PATH, PORTAL_SCOPES } from '../../../src/identity/portal/ownClients.ts';
import { beginSignIn, finishSignIn } from '../../../src/identity/portal/portalSignIn.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { describeWith } from '../../support/describeWith.ts';
import { type IssuerScene, openIssuerScene, PASSWORD } from '../issuer/issuerScene.ts';
import { CookieClient } from '../issuer/openSignIn.ts';

describeWith(['postgres'], "sign-in to the account's pages at the embedded issuer", () => {
  let scene: IssuerScene;
  let configuration: Awaited<ReturnType<typeof discovery>>;
  let credentials: CredentialVerifier;
  beforeAll(async () => {
    scene = await openIssuerScene();
    configuration = await discovery(new URL(`${scene.origin}/oidc`), PORTAL_CLIENT_ID, undefined, None(), {
      execute: [allowInsecureRequests],
    });
    credentials = new TokenVerifier(new RemoteIssuer(`${scene.origin}/oidc`), 'anime-catalog');
  }, 60_000);
  afterAll(() => scene?.end());

  const asked = (origin = scene.origin) => ({
    scope: `openid ${PORTAL_SCOPES}`,
    redirect_uri: origin + PORTAL_REDIRECT_PATH,
  });
  /** Begins, and signs in by the page. @returns where the browser is sent at the end */
  const signIn = async (browser: CookieClient, url: URL) => {
    const page = await browser.follow(url);
    const path = new URL(page.url).pathname;
    if (!path.startsWith('/oidc/interaction/')) return page.url;
    return (await browser.follow(`${scene.origin}${path}/sign-in`, { name: 'ann', password: PASSWORD })).url;
  };

  test('a person signs in, once and without consent, and is the sub of an access token', async () => {
    const browser = new CookieClient();
    const { url, pending } = await beginSignIn(configuration, asked());
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const callback = new URL(await signIn(browser, url));
    expect(callback.pathname).toBe('/account/signed-in');
    const who = await finishSignIn(configuration, credentials, callback, pending);
    expect(who.subject).toBe('ann');
    expect(Math.abs(who.issuedAt.getTime() - Date.now())).toBeLessThan(10_000);
    // The issuer's session lasts: the second time nobody is asked.
    const again = await beginSignIn(configuration, asked());
    const second = new URL((await browser.follow(again.url)).url);
    expect(second.pathname).toBe('/account/signed-in');
    expect(await finishSignIn(configuration, credentials, second, again.pending)).toMatchObject({ subject: 'ann' });
    // A code works once.
    await expect(finishSignIn(configuration, credentials, second, again.pending)).rejects.toThrow('not completed');
  });

  test("another browser's answer, a refusal and a wrong code name nobody", async () => {
    const browser = new CookieClient();
    const [mine, theirs] = [await beginSignIn(configuration, asked()), await beginSignIn(configuration, asked())];
    const callback = new URL(await signIn(browser, mine.url));
    expect(callback.searchParams.get('code')).not.toBeNull();
    const refused = { name: 'SignInRefused' };
    await expect(finishSignIn(configuration, credentials, callback, theirs.pending)).rejects.toMatchObject(refused);
    const wrong = { ...mine.pending, verifier: theirs.pending.verifier };
    await expect(finishSignIn(configuration, credentials, callback, wrong)).rejects.toMatchObject(refused);
    const state = mine.pending.state;
    for (const query of [`error=access_denied&state=${state}`, `code=x&state=${state}`, `state=${state}`, '']) {
      const url = new URL(`/account/signed-in?${query}`, scene.origin);
      await expect(finishSignIn(configuration, credentials, url, mine.pending)).rejects.toMatchObject(refused);
    }
  });

  test('an issuer that fails refuses nobody', async () => {
    const { pending } = await beginSignIn(configuration, asked());
    const proof = new URLSearchParams({ state: pending.state, iss: `${scene.origin}/oidc` });
    const back = (query: string) => new URL(`/account/signed-in?${query}&${proof}`, scene.origin);
    const answers: [string, string, () => Promise<Response>][] = [
      ['error=temporarily_unavailable', 'it says so', () => Promise.reject(new Error('not asked'))],
      ['error=server_error', 'it fails', () => Promise.reject(new Error('not asked'))],
      ['code=x', 'bad gateway', async () => new Response('<h1>', { status: 502 })],
      ['code=x', 'not JSON', async () => new Response('<h1>', { status: 200 })],
      ['code=x', 'busy', async () => new Response('{"error":"slow_down"}', { status: 429 })],
      ['code=x', 'another secret', async () => Response.json({ error: 'invalid_client' }, { status: 401 })],
      ['code=x', 'away', () => Promise.reject(new TypeError('fetch failed'))],
    ];
    for (const [query, what, answer] of answers) {
      const client = new Configuration(configuration.serverMetadata(), PORTAL_CLIENT_ID, undefined, None());
      allowInsecureRequests(client);
      client[customFetch] = answer;
      const error = await finishSignIn(client, credentials, back(query), pending).catch((failure: unknown) => failure);
      expect([what, error]).toEqual([what, expect.any(Error)]);
      expect([what, (error as Error).name]).not.toEqual([what, 'SignInRefused']);
    }
  });

  test("only the pages' own address is redirected to, and other applications still ask", async () => {
    const { url } = await beginSignIn(configuration, asked('https://evil.example'));
    expect((await new CookieClient().go(url)).status).toBe(400);
    const browser = new CookieClient();
    await signIn(browser, (await beginSignIn(configuration, asked())).url);
    const other = (await beginSignIn(configuration, asked())).url;
    other.searchParams.set('client_id', scene.clientId);
    other.searchParams.set('redirect_uri', scene.redirectUri);
    const page = await browser.follow(other);
    expect(await page.response.text()).toContain('<strong>Mirror</strong> asks you');
  });
});
