import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allowInsecureRequests, Configuration, customFetch, discovery, None } from 'openid-client';
import { beginSignIn, finishSignIn } from '../../../src/identity/portal/portalSignIn.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { openIssuer, type TestIssuer } from '../token/openIssuer.ts';

describe('sign-in at OAUTH_ISSUER', () => {
  let issuer: TestIssuer;
  let configuration: Configuration;
  let credentials: TokenVerifier;
  beforeAll(async () => {
    issuer = await openIssuer();
    const execute = [allowInsecureRequests];
    configuration = await discovery(new URL(issuer.url), 'pages', undefined, None(), { execute });
    credentials = new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog');
  });
  afterAll(() => issuer?.close());

  const origin = 'http://127.0.0.1:1';
  const begin = () =>
    beginSignIn(configuration, {
      ...{ scope: 'openid anime.read', audience: 'anime-catalog' },
      redirect_uri: `${origin}/account/signed-in`,
    });
  const back = (query: Readonly<Record<string, string>>) =>
    new URL(`/account/signed-in?${new URLSearchParams(query)}`, origin);
  /** What the issuer's token endpoint answers for a person who signed in. */
  const granted = async (nonce: string) => ({
    token_type: 'bearer',
    access_token: await issuer.token({ sub: 'ann' }),
    id_token: await issuer.token({ sub: 'other', aud: 'pages', nonce }, { typ: 'JWT' }),
  });

  test('a person is the sub of an access token', async () => {
    const { url, pending } = await begin();
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    issuer.grant(await granted(pending.nonce));
    const who = await finishSignIn(configuration, credentials, back({ code: 'x', state: pending.state }), pending);
    expect(who.subject).toBe('ann');
    expect(Math.abs(who.issuedAt.getTime() - Date.now())).toBeLessThan(10_000);
  });

  test("another browser's answer, a refusal and another nonce name nobody", async () => {
    const [mine, theirs] = [(await begin()).pending, (await begin()).pending];
    const refused = { name: 'SignInRefused' };
    issuer.grant(await granted(theirs.nonce));
    const finish = (query: Readonly<Record<string, string>>) =>
      finishSignIn(configuration, credentials, back(query), mine);
    await expect(finish({ code: 'x', state: theirs.state })).rejects.toMatchObject(refused);
    await expect(finish({ code: 'x', state: mine.state })).rejects.toMatchObject(refused);
    issuer.grant({ error: 'invalid_grant' });
    for (const query of [
      { error: 'access_denied', state: mine.state },
      { code: 'x', state: mine.state },
      { state: mine.state },
      {},
    ])
      await expect(finish(query)).rejects.toMatchObject(refused);
  });

  test.each([{ exp: 1_700_000_000 }, { nbf: 4_102_444_800 }])('an ID token with %j is 401', async (times) => {
    const { pending } = await begin();
    const { access_token, token_type } = await granted(pending.nonce);
    const claims = { sub: 'ann', aud: 'pages', nonce: pending.nonce, ...times };
    issuer.grant({ access_token, token_type, id_token: await issuer.token(claims, { typ: 'JWT' }) });
    const callback = back({ code: 'x', state: pending.state });
    const finished = finishSignIn(configuration, credentials, callback, pending);
    await expect(finished).rejects.toMatchObject({ name: 'SignInRefused', status: 401 });
  });

  test('an issuer that fails refuses nobody', async () => {
    const { pending } = await begin();
    const { state } = pending;
    const answers: [Record<string, string>, string, () => Promise<Response>][] = [
      [{ error: 'temporarily_unavailable' }, 'it says so', () => Promise.reject(new Error('not asked'))],
      [{ error: 'server_error' }, 'it fails', () => Promise.reject(new Error('not asked'))],
      [{ code: 'x' }, 'bad gateway', async () => new Response('<h1>', { status: 502 })],
      [{ code: 'x' }, 'not JSON', async () => new Response('<h1>', { status: 200 })],
      [{ code: 'x' }, 'busy', async () => new Response('{"error":"slow_down"}', { status: 429 })],
      [{ code: 'x' }, 'another secret', async () => Response.json({ error: 'invalid_client' }, { status: 401 })],
      [{ code: 'x' }, 'away', () => Promise.reject(new TypeError('fetch failed'))],
    ];
    for (const [query, what, answer] of answers) {
      const client = new Configuration(configuration.serverMetadata(), 'pages', undefined, None());
      allowInsecureRequests(client);
      client[customFetch] = answer;
      const callback = back({ ...query, state });
      const error = await finishSignIn(client, credentials, callback, pending).catch((failure: unknown) => failure);
      expect([what, error]).toEqual([what, expect.any(Error)]);
      expect([what, (error as Error).name]).not.toEqual([what, 'SignInRefused']);
    }
  });
});
