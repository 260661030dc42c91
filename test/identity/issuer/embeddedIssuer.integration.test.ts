import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { CookieClient, openCallback, openSignIn } from './openSignIn.ts';

const password = 'correct horse battery';

describeWith(['postgres'], 'the embedded issuer', () => {
  let service: TestService;
  let callback: Awaited<ReturnType<typeof openCallback>>;
  let clientId: string;
  let origin: string;

  const mutate = async (text: string): Promise<Record<string, Record<string, unknown>>> => {
    const answer = (await (await service.ask({ query: `mutation { ${text} }` })).json()) as {
      data?: Record<string, Record<string, unknown>>;
      errors?: readonly { message: string }[];
    };
    if (answer.errors !== undefined) throw new Error(answer.errors[0]?.message);
    return answer.data ?? {};
  };
  const createUser = (name: string) =>
    mutate(`createUser(input: { name: "${name}", password: "${password}" }) { user { name } }`);
  const anime = (token: string) => fetch(`${origin}/v1/anime`, { headers: { authorization: `Bearer ${token}` } });

  beforeAll(async () => {
    service = await openTestService();
    origin = service.publicUrl ?? '';
    callback = await openCallback();
    await createUser('ann');
    const made = await mutate(
      `createApplication(input: { name: "My <mirror>", owner: "ann", redirectUris: ["${callback.uri}"] }) { application { id } }`,
    );
    clientId = (made.createApplication?.application as { id: string } | undefined)?.id ?? '';
  }, 60_000);
  afterAll(async () => {
    await callback?.close();
    await service?.end();
  });

  /** Signs in, agrees, and redeems the code. */
  async function signIn(browser: CookieClient, scope: string, name = 'ann') {
    const begun = await openSignIn(origin, clientId, callback.uri, scope);
    let at = await browser.follow(begun.url);
    let text = await at.response.text();
    const pages: string[] = [];
    if (text.includes('Password')) {
      pages.push('sign-in');
      at = await browser.follow(`${at.url}/sign-in`, { name, password });
      text = at.url.startsWith(callback.uri) ? '' : await at.response.text();
    }
    if (text.includes('Allow access?')) {
      pages.push(text);
      at = await browser.follow(`${at.url}/consent`, {});
    }
    expect(at.url).toContain(callback.uri);
    return { tokens: await begun.finish(at.url), pages, begun };
  }

  test('signs a person in by PKCE, names the scopes, and its token works', async () => {
    const { tokens, pages } = await signIn(new CookieClient(), 'openid anime.read webhooks.write');
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('My &lt;mirror>');
    for (const scope of ['anime.read', 'webhooks.write']) expect(pages[1]).toContain(`<code>${scope}</code>`);
    expect(pages[1]).not.toContain('search.read');
    expect(tokens.claims()?.sub).toBe('ann');
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({ iss: `${origin}/oidc`, aud: 'anime-catalog', sub: 'ann', client_id: clientId });
    expect(claims.scope).toBe('anime.read webhooks.write');
    expect((await anime(tokens.access_token)).status).toBe(200);
    const search = await fetch(`${origin}/v1/search?q=x`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(search.status).toBe(403);
    expect((await anime(tokens.id_token ?? '')).status).toBe(401);
  });

  test('asks again for scopes that are new, and only for those', async () => {
    const browser = new CookieClient();
    await signIn(browser, 'openid anime.read');
    const again = await signIn(browser, 'openid anime.read search.read');
    expect(again.pages).toHaveLength(1);
    expect(again.pages[0]).toContain('<code>search.read</code>');
    expect(decodeJwt(again.tokens.access_token).scope).toBe('anime.read search.read');
  });

  test('gives a refresh token to who asks for offline_access, once each', async () => {
    const { tokens, begun } = await signIn(new CookieClient(), 'openid offline_access anime.read');
    const refresh = String(tokens.refresh_token);
    const renewed = await client.refreshTokenGrant(begun.configuration, refresh);
    expect((await anime(renewed.access_token)).status).toBe(200);
    expect(renewed.refresh_token).not.toBe(refresh);
    await expect(client.refreshTokenGrant(begun.configuration, refresh)).rejects.toThrow();
  });

  test('a code without its verifier, and a request without PKCE, are refused', async () => {
    const url = (await openSignIn(origin, clientId, callback.uri, 'openid')).url;
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const { url: end } = await new CookieClient().follow(url);
    expect(new URL(end).searchParams.get('error')).toBe('invalid_request');
    const plain = (await openSignIn(origin, clientId, callback.uri, 'openid')).url;
    plain.searchParams.set('code_challenge_method', 'plain');
    expect(new URL((await new CookieClient().follow(plain)).url).searchParams.get('error')).toBe('invalid_request');
  });

  test.each([
    ['an unknown client', (url: URL) => url.searchParams.set('client_id', '0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f')],
    [
      'a redirect that is not registered',
      (url: URL) => url.searchParams.set('redirect_uri', 'https://evil.example/cb'),
    ],
    [
      'the same host, another path',
      (url: URL) => url.searchParams.set('redirect_uri', callback.uri.replace('callback', 'x')),
    ],
  ])('%s gets a page and no redirect', async (_name, change) => {
    const { url } = await openSignIn(origin, clientId, callback.uri, 'openid');
    change(url);
    const answer = await new CookieClient().go(url);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('location')).toBeNull();
  });

  test('implicit and password grants are off', async () => {
    const { url } = await openSignIn(origin, clientId, callback.uri, 'openid');
    url.searchParams.set('response_type', 'token');
    // An implicit response would stand in the fragment, and so does its refusal.
    expect((await new CookieClient().follow(url)).url).toContain('#error=unsupported_response_type');
    const body = new URLSearchParams({ grant_type: 'password', username: 'ann', password, client_id: clientId });
    const answer = await fetch(`${origin}/oidc/token`, { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  test('cancel brings access_denied back', async () => {
    const browser = new CookieClient();
    const begun = await openSignIn(origin, clientId, callback.uri, 'openid anime.read');
    const { url } = await browser.follow(begun.url);
    const end = await browser.follow(`${url}/cancel`, {});
    expect(new URL(end.url).searchParams.get('error')).toBe('access_denied');
  });

  test('another browser cannot go on with a sign-in', async () => {
    const { url } = await new CookieClient().follow((await openSignIn(origin, clientId, callback.uri, 'openid')).url);
    const stolen = await new CookieClient().go(`${url}/sign-in`, { name: 'ann', password });
    expect(stolen.status).toBe(400);
    expect(await stolen.text()).toContain('began in another browser');
  });

  test('is throttled: an account after ten wrong passwords, right ones do not count', async () => {
    await createUser('bob');
    const browser = new CookieClient();
    const { url } = await browser.follow((await openSignIn(origin, clientId, callback.uri, 'openid')).url);
    const attempt = async (name: string, tried: string) =>
      (await browser.go(`${url}/sign-in`, { name, password: tried })).status;
    const tries: number[] = [];
    for (let time = 0; time < 12; time += 1) tries.push(await attempt('bob', 'wrong password here'));
    expect(tries).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await browser.go(`${url}/sign-in`, { name: 'bob', password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await attempt('nobody', password)).toBe(401);
    const wrong = await (await browser.go(`${url}/sign-in`, { name: 'nobody', password })).text();
    expect(wrong).toContain('Name or password is wrong.');
    for (let time = 0; time < 3; time += 1) await signIn(new CookieClient(), 'openid');
  }, 120_000);

  test('who is disabled signs in no more, and what was issued ends within 5 seconds', async () => {
    await createUser('eve');
    const { tokens } = await signIn(new CookieClient(), 'openid anime.read', 'eve');
    expect((await anime(tokens.access_token)).status).toBe(200);
    await mutate('disableUser(input: { name: "eve" }) { user { disabledAt } }');
    const began = Date.now();
    while ((await anime(tokens.access_token)).status === 200) await new Promise((resolve) => setTimeout(resolve, 200));
    expect(Date.now() - began).toBeLessThan(5_000);
    const browser = new CookieClient();
    const { url } = await browser.follow((await openSignIn(origin, clientId, callback.uri, 'openid')).url);
    expect((await browser.go(`${url}/sign-in`, { name: 'eve', password })).status).toBe(401);
    await expect(mutate('issueToken(input: { user: "eve", scopes: ["anime.read"] }) { token }')).rejects.toThrow(
      'disabled',
    );
    await mutate('enableUser(input: { name: "eve" }) { user { disabledAt } }');
    await signIn(new CookieClient(), 'openid', 'eve');
  }, 60_000);

  test('rotates its keys without a refused token, two at a time', async () => {
    const before = (await signIn(new CookieClient(), 'openid anime.read')).tokens.access_token;
    const rotated = await mutate('rotateSigningKey { keyId }');
    const after = (await signIn(new CookieClient(), 'openid anime.read')).tokens.access_token;
    expect(decodeProtectedHeader(after).kid).toBe(rotated.rotateSigningKey?.keyId);
    expect(decodeProtectedHeader(before).kid).not.toBe(decodeProtectedHeader(after).kid);
    expect([(await anime(before)).status, (await anime(after)).status]).toEqual([200, 200]);
    const { keys } = (await (await fetch(`${origin}/oidc/jwks`)).json()) as { keys: Record<string, unknown>[] };
    expect(keys.map(({ kid }) => kid)).toHaveLength(2);
    for (const key of keys) expect(key.d).toBeUndefined();
    await expect(mutate('rotateSigningKey { keyId }')).rejects.toThrow(/live until/);
  });

  test('signs tokens for scripts', async () => {
    const made = await mutate(
      'issueToken(input: { user: "carol", scopes: ["search.read"], ttlSeconds: 120 }) { token expiresAt }',
    );
    const { token, expiresAt } = made.issueToken as { token: string; expiresAt: string };
    expect(decodeJwt(token)).toMatchObject({ sub: 'carol', scope: 'search.read', aud: 'anime-catalog' });
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(100_000);
    expect((await anime(token)).status).toBe(403);
    await expect(mutate('issueToken(input: { user: "carol", scopes: ["admin"] }) { token }')).rejects.toThrow(/scopes/);
  });

  describe('what it keeps and says', () => {
    test('nothing in its tables is of use to a reader', async () => {
      const { tokens } = await signIn(new CookieClient(), 'openid offline_access anime.read');
      const rows = JSON.stringify(
        await service.ports.database.client.$queryRaw`
        SELECT to_jsonb(s)::text AS row FROM issuer_state s UNION ALL SELECT to_jsonb(k)::text FROM signing_key k
        UNION ALL SELECT to_jsonb(u)::text FROM issuer_user u`,
      );
      expect(rows.length).toBeGreaterThan(1000);
      for (const secret of [String(tokens.refresh_token), password, 'webhooks.write', '"d":'])
        expect(rows).not.toContain(secret);
    });

    test('its answers are stored by nobody, open to no other origin, and name the request', async () => {
      for (const path of ['/oidc/.well-known/openid-configuration', '/oidc/jwks', '/oidc/nowhere']) {
        const answer = await fetch(origin + path, { headers: { origin: 'https://evil.example' } });
        expect(answer.headers.get('cache-control')).toContain('no-store');
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(answer.headers.get('ratelimit')).toBeNull();
      }
      const token = await fetch(`${origin}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'x' }),
      });
      expect(await token.json()).toMatchObject({ error: expect.any(String) });
    });

    test('is named as the request names the service', async () => {
      const { port } = new URL(origin);
      const read = async (host: string) =>
        (await (await fetch(`http://${host}:${port}/oidc/.well-known/openid-configuration`)).json()) as Record<
          string,
          string
        >;
      expect((await read('localhost')).issuer).toBe(`http://localhost:${port}/oidc`);
      const discovery = await read('127.0.0.1');
      expect(discovery.issuer).toBe(`${origin}/oidc`);
      for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
        expect(discovery[name]).toMatch(new RegExp(`^${origin}/oidc/`));
      }
    });

    test('a page of the application may redeem its code, another origin may not', async () => {
      const ask = (from: string) =>
        fetch(`${origin}/oidc/token`, {
          method: 'POST',
          headers: { origin: from },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            client_id: clientId,
            code: 'x',
            code_verifier: 'y'.repeat(43),
          }),
        });
      const own = new URL(callback.uri).origin;
      expect((await ask(own)).headers.get('access-control-allow-origin')).toBe(own);
      expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    });
  });
});

describeWith(['postgres'], 'without the embedded issuer', () => {
  test.each([
    ['another is trusted', { OAUTH_ISSUER: 'http://127.0.0.1:9/' }],
    ['it is off', { EMBEDDED_ISSUER: 'off' }],
  ])('because %s, /oidc is nothing', async (_name, environment) => {
    const service = await openTestService(environment);
    try {
      const answer = await fetch(`${service.publicUrl}/oidc/.well-known/openid-configuration`);
      expect(answer.status).toBe(404);
      const issued = await service.ask({
        query: 'mutation { issueToken(input: { user: "a", scopes: ["anime.read"] }) { token } }',
      });
      expect(JSON.stringify(await issued.json())).toContain('embedded issuer is off');
    } finally {
      await service.end();
    }
  });
});
