import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sendRequest } from '../../rest/support/sendRequest.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openTestService, type TestService } from '../../support/openTestService.ts';
import { CookieClient, openCallback, openSignIn } from './openSignIn.ts';

const password = 'correct horse battery';

/** What was registered for a test of the issuer. */
async function register(service: TestService, redirectUri: string): Promise<string> {
  const mutate = async (mutation: string) =>
    (await (await service.ask({ query: `mutation { ${mutation} }` })).json()) as {
      data: Record<string, { application?: { id: string } }>;
    };
  await mutate(`createUser(input: { name: "ann", password: "${password}" }) { user { name } }`);
  const made = await mutate(
    `createApplication(input: { name: "Mirror", owner: "ann", redirectUris: ["${redirectUri}"] }) { application { id } }`,
  );
  return made.data.createApplication?.application?.id ?? '';
}

describeWith(['postgres'], 'requests below /oidc', () => {
  let service: TestService;
  let callback: Awaited<ReturnType<typeof openCallback>>;
  let clientId: string;
  let origin: string;
  let port: number;

  beforeAll(async () => {
    service = await openTestService();
    origin = service.publicUrl ?? '';
    port = Number(new URL(origin).port);
    callback = await openCallback();
    clientId = await register(service, callback.uri);
  }, 60_000);
  afterAll(async () => {
    await callback?.close();
    await service?.end();
  });

  const discovery = '/oidc/.well-known/openid-configuration';

  /** Sends bytes, and reads until the connection ends. */
  async function sendRaw(request: string): Promise<string> {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(request);
    return await text(socket);
  }

  describe('the header Host', () => {
    test.each([
      ['twice', 'HTTP/1.1\r\nHost: a.example\r\nHost: b.example', 'more than once'],
      ['missing', 'HTTP/1.1', 'requires the header Host'],
      ['missing in HTTP/1.0', 'HTTP/1.0', 'Host'],
      ['empty', 'HTTP/1.1\r\nHost: ', 'Host'],
      ['with a quote', 'HTTP/1.1\r\nHost: a"b', 'Host'],
      ['with a path', 'HTTP/1.1\r\nHost: a/b', 'Host'],
      ['with a user', 'HTTP/1.1\r\nHost: a@b', 'Host'],
      ['with an impossible port', 'HTTP/1.1\r\nHost: a:99999', 'Host'],
    ])('%s is refused', async (_name, head, detail) => {
      const answer = await sendRaw(`GET ${discovery} ${head}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"invalid_request"');
      expect(answer).toContain(detail);
    });
  });

  describe('a form that cannot be read', () => {
    test.each([
      ['a name with NUL', 'name=a%00b&password=x', {}, 401],
      ['a name of half a character', 'name=%ED%A0%80&password=x', {}, 401],
      ['5 kB', `name=${'x'.repeat(5_000)}`, {}, 413],
      ['twenty fields', Array.from({ length: 20 }, (_, n) => `f${n}=1`).join('&'), {}, 413],
      ['another charset', 'name=a', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-7' }, 415],
      ['an unknown encoding', 'name=a', { 'content-encoding': 'zebra' }, 415],
      ['compressed', 'name=a', { 'content-encoding': 'gzip' }, 415],
    ])('%s is its sender’s fault', async (_name, body, headers, status) => {
      const browser = new CookieClient();
      const begun = await openSignIn(origin, clientId, callback.uri, 'openid');
      const { url } = await browser.follow(begun.url);
      const send = (more: Record<string, string>) =>
        sendRequest(port, `${new URL(url).pathname}/sign-in`, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            cookie: browser.cookieFor(url),
            ...headers,
            ...more,
          },
          body,
        });
      const toProgram = await send({});
      expect(toProgram.status).toBe(status);
      const toBrowser = await send({ accept: 'text/html,*/*;q=0.8' });
      expect([toBrowser.status, toBrowser.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      if (status === 401) return;
      expect(toProgram.headers['content-type']).toBe('application/problem+json');
      expect(toProgram.json().detail).toEqual(expect.stringMatching(/form/));
    });

    test('a body of 20 kB is refused before anybody reads it', async () => {
      for (const path of ['/oidc/token', '/oidc/token/revocation', '/oidc/interaction/x/sign-in', '/oidc/nope']) {
        const answer = await sendRequest(port, path, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `grant_type=${'x'.repeat(20_000)}`,
        });
        expect([path, answer.status]).toEqual([path, 413]);
      }
    });

    test('a body of 20 kB in chunks is refused, one of 10 kB is read', async () => {
      const post = (bytes: number) => {
        const body = new Blob([`client_id=${clientId}&grant_type=unknown&x=${'x'.repeat(bytes)}`]).stream();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return fetch(`${origin}/oidc/token`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      };
      expect((await post(20_000)).status).toBe(413);
      const read = await post(10_000);
      expect([read.status, ((await read.json()) as { error: string }).error]).toEqual([400, 'unsupported_grant_type']);
    });

    test('broken percent-encoding in a path is told', async () => {
      const answer = await sendRequest(port, '/oidc/interaction/%zz');
      expect([answer.status, answer.json().code]).toEqual([400, 'invalid_request']);
    });
  });

  test('a target in absolute form names no endpoint: Host does', async () => {
    const answer = await sendRequest(port, 'http://evil.example/oidc/.well-known/openid-configuration');
    expect([answer.status, answer.body.toString()]).toEqual([200, expect.not.stringContaining('evil.example')]);
  });

  test('a query of 14 kB is refused and costs no row', async () => {
    const { url } = await openSignIn(origin, clientId, callback.uri, 'openid');
    const count = () => service.ports.database.client.issuerState.count();
    const before = await count();
    url.searchParams.set('state', 'x'.repeat(14_000));
    const answer = await sendRequest(port, url.pathname + url.search);
    expect([answer.status, answer.json().detail]).toEqual([414, expect.stringContaining('8192')]);
    expect(await count()).toBe(before);
    url.searchParams.set('state', 'x'.repeat(7_000));
    expect((await sendRequest(port, url.pathname + url.search)).status).toBe(303);
  });

  test('of many passwords at once ten are judged or wait, the others are told to come again', async () => {
    const browser = new CookieClient();
    const { url } = await browser.follow((await openSignIn(origin, clientId, callback.uri, 'openid')).url);
    const attempt = (name: string) => browser.go(`${url}/sign-in`, { name, password: 'wrong password here' });
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => attempt(`nobody${n}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(16 - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.text()).toContain('try again in a few seconds');
    }
    const consent = await browser.follow(`${url}/sign-in`, { name: 'ann', password });
    expect(await consent.response.text()).toContain('Allow access?');
  }, 120_000);

  describe('a path that is none', () => {
    test.each([
      ['GET', '/oidc'],
      ['GET', '/oidc/'],
      ['GET', '/oidc/nope'],
      ['GET', '/oidc/nope/nope?x'],
      ['POST', '/oidc/nope'],
      ['GET', '/oidc/token'],
      ['POST', '/oidc/auth'],
      ['DELETE', '/oidc/interaction/x'],
      ['POST', '/oidc/request'],
      ['GET', '/oidc/me'],
    ])('%s %s is a problem for programs and a page for browsers', async (method, path) => {
      const toProgram = await sendRequest(port, path, { method });
      expect([toProgram.status, toProgram.headers['content-type']]).toEqual([404, 'application/problem+json']);
      expect(toProgram.json()).toMatchObject({ code: 'not_found', requestId: toProgram.headers['x-request-id'] });
      expect(toProgram.headers['cache-control']).toBe('no-store');
      expect(toProgram.headers['access-control-allow-origin']).toBeUndefined();
      const toBrowser = await sendRequest(port, path, { method, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([toBrowser.status, toBrowser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(toBrowser.body.toString()).toContain('That did not work');
    });
  });

  describe('discovery offers what works', () => {
    test('and nothing else', async () => {
      const offered = (await sendRequest(port, discovery)).json();
      expect(offered.response_modes_supported).toEqual(['query', 'fragment']);
      for (const name of Object.keys(offered)) expect(name).not.toMatch(/^(dpop_|pushed_|require_pushed)/);
      const endpoints = Object.entries(offered).filter(([name]) => name.endsWith('_endpoint'));
      expect(endpoints.map(([name]) => name).sort()).toEqual(
        expect.arrayContaining(['authorization_endpoint', 'revocation_endpoint', 'token_endpoint']),
      );
      for (const [, url] of endpoints) {
        const { pathname } = new URL(String(url));
        const method = /token|revocation/.test(pathname) ? 'POST' : 'GET';
        expect([pathname, (await sendRequest(port, pathname, { method })).status]).not.toEqual([pathname, 404]);
      }
    });

    test('form_post is refused back at the application, by a redirect', async () => {
      const { url } = await openSignIn(origin, clientId, callback.uri, 'openid');
      url.searchParams.set('response_mode', 'form_post');
      const answer = await sendRequest(port, url.pathname + url.search);
      expect(answer.status).toBe(303);
      const back = new URL(String(answer.headers.location));
      expect(back.origin + back.pathname).toBe(callback.uri);
      expect(back.searchParams.get('error')).toBe('unsupported_response_mode');
    });

    test.each(['query', 'fragment'])('%s brings a code back', async (mode) => {
      const browser = new CookieClient();
      const begun = await openSignIn(origin, clientId, callback.uri, 'openid anime.read');
      begun.url.searchParams.set('response_mode', mode);
      const page = await browser.follow(begun.url);
      const consent = await browser.follow(`${page.url}/sign-in`, { name: 'ann', password });
      const { url } = await browser.follow(`${consent.url}/consent`, {});
      expect(url).toContain(mode === 'query' ? '?code=' : '#code=');
    });

    test('a DPoP proof changes nothing: the token is a bearer token that works', async () => {
      const browser = new CookieClient();
      const begun = await openSignIn(origin, clientId, callback.uri, 'openid anime.read');
      begun.url.searchParams.set('dpop_jkt', 'x'.repeat(43));
      const page = await browser.follow(begun.url);
      const consent = await browser.follow(`${page.url}/sign-in`, { name: 'ann', password });
      const { url } = await browser.follow(`${consent.url}/consent`, {});
      const tokens = await begun.finish(url);
      expect(tokens.token_type).toBe('bearer');
      const read = await fetch(`${origin}/v1/anime`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
      expect(read.status).toBe(200);
    });
  });

  test('X-Forwarded-Host of a trusted proxy is judged like Host', async () => {
    const proxied = await openTestService({ TRUST_PROXY: 'loopback' });
    try {
      const ask = (host: string) =>
        sendRequest(Number(new URL(proxied.publicUrl ?? '').port), discovery, {
          headers: { 'x-forwarded-host': host },
        });
      expect((await ask('catalog.example.org')).json().issuer).toBe('http://catalog.example.org/oidc');
      for (const host of ['a"b', 'a/b', '<script>', 'a@b']) expect((await ask(host)).status).toBe(400);
    } finally {
      await proxied.end();
    }
  }, 60_000);

  test('that fail are pages to browsers, which name the request and nothing inside', async () => {
    const { client } = service.ports.database;
    const failing = async (table: string, state: string) => {
      await client.$executeRawUnsafe(
        `CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'inner words' USING ERRCODE = '${state}'; END $$`,
      );
      await client.$executeRawUnsafe(
        `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_${table}()`,
      );
      return () => client.$executeRawUnsafe(`DROP FUNCTION refuse_${table} CASCADE`);
    };
    const { url } = await openSignIn(origin, clientId, callback.uri, 'openid');
    const begin = async () => {
      const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
      const id = answer.headers.get('x-request-id') ?? '';
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), html: await answer.text(), id };
    };
    for (const [state, status, retryAfter] of [
      ['25006', 503, '5'],
      ['22012', 500, null],
    ] as const) {
      const mend = await failing('issuer_state', state);
      const { id, html, ...answer } = await begin();
      await mend();
      expect([answer, html]).toEqual([{ status, retryAfter }, expect.stringContaining(`Request ${id}`)]);
      expect(html).not.toMatch(/inner words|oops/);
    }
    await client.$executeRawUnsafe('ALTER TABLE issuer_user RENAME TO away');
    const browser = new CookieClient();
    const begun = await browser.follow(url);
    const sent = await fetch(`${begun.url}/sign-in`, {
      method: 'POST',
      headers: { accept: 'text/html', cookie: browser.cookieFor(begun.url) },
      body: new URLSearchParams({ name: 'ann', password }),
    });
    await client.$executeRawUnsafe('ALTER TABLE away RENAME TO issuer_user');
    expect([sent.status, sent.headers.get('content-type'), sent.headers.get('cache-control')]).toEqual([
      500,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(await sent.text()).toContain(`Request <code>${sent.headers.get('x-request-id')}</code>`);
  });

  test('are counted by address: beginning sign-ins for ever is refused, and keeps few rows', async () => {
    const counted = await openTestService({ QUOTA_ANONYMOUS: '20', QUOTA_CREDENTIALED: '600' });
    try {
      const id = await register(counted, callback.uri);
      const at = Number(new URL(counted.publicUrl ?? '').port);
      const { url } = await openSignIn(counted.publicUrl ?? '', id, callback.uri, 'openid');
      const statuses = new Map<number, number>();
      for (let round = 0; round < 100; round += 1) {
        const { status } = await sendRequest(at, url.pathname + url.search);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      // Discovery took one.
      expect([...statuses]).toEqual([
        [303, 39],
        [429, 61],
      ]);
      expect(await counted.ports.database.client.issuerState.count({ where: { kind: 'Interaction' } })).toBe(39);
      const refused = await sendRequest(at, discovery);
      expect([refused.status, refused.json().code]).toEqual([429, 'quota_exceeded']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const page = await sendRequest(at, discovery, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers['content-type'], Number(page.headers['retry-after']) > 0]).toEqual([
        429,
        'text/html; charset=utf-8',
        true,
      ]);
      // Reading the catalogue is counted apart.
      expect((await sendRequest(at, '/v1/anime')).status).toBe(200);
    } finally {
      await counted.end();
    }
  }, 60_000);
});
