import { beforeAll, expect, test } from '@jest/globals';
import { type Item, parseList } from 'structured-headers';
import { createApiKey } from '../../../src/graph/application/apiKeys.ts';
import { generateApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { until } from '../../support/until.ts';
import { openRestApi } from '../support/openRestApi.ts';
import type { HttpAnswer } from '../support/sendRequest.ts';

const WINDOW_S = 600;
const ADDRESS_LIMIT = 40;
const limits = quotaLimits({ anonymous: 5, credentialed: 8, address: 1e6 });
const quotas = memoryQuotas({
  ...limits,
  anonymous: { points: 5, windowSeconds: WINDOW_S },
  credentialed: { points: 8, windowSeconds: WINDOW_S },
  failures: { points: 5, windowSeconds: WINDOW_S },
  pages: { points: 5, windowSeconds: WINDOW_S },
});

/** Each test is another address. */
let addresses = 0;
const nextAddress = () => `203.0.113.${addresses++}`;

interface Told {
  readonly policy: string;
  readonly quota: number;
  readonly window: number;
  readonly remaining: number;
  readonly reset: number;
}

/** The headers, by RFC 9651. */
function told({ headers }: HttpAnswer): Told {
  const [policy] = parseList(String(headers['ratelimit-policy'])) as Item[];
  const [state] = parseList(String(headers.ratelimit)) as Item[];
  expect(state?.[0]).toBe(policy?.[0]);
  return {
    policy: String(policy?.[0]),
    quota: Number(policy?.[1].get('q')),
    window: Number(policy?.[1].get('w')),
    remaining: Number(state?.[1].get('r')),
    reset: Number(state?.[1].get('t')),
  };
}

describeWith(['postgres'], 'quotas', () => {
  const api = ofSuite(() => openRestApi({ quotas, trustProxy: ['127.0.0.1'] }));
  let key: string;

  const newKey = async () => {
    const { database } = api.catalog;
    const { id: applicationId } = await createApplication(database.client, { name: 'A', owner: 'ann' });
    return await createApiKey(database, { applicationId, scopes: ['anime.read'], expiresAt: null }, new Date());
  };

  beforeAll(async () => {
    key = (await newKey()).text;
  });

  const from = (address: string, target = '/v1', headers: Record<string, string> = {}) =>
    api.get(target, { 'x-forwarded-for': address, ...headers });
  const statuses = async (times: number, call: () => Promise<HttpAnswer>) => {
    const found: number[] = [];
    for (let time = 0; time < times; time += 1) found.push((await call()).status);
    return found;
  };

  test('are told in every answer as the draft writes them', async () => {
    const address = nextAddress();
    const first = await from(address);
    expect(first.headers['ratelimit-policy']).toBe(`"anonymous";q=5;w=${WINDOW_S}`);
    expect(told(first)).toEqual({ policy: 'anonymous', quota: 5, window: WINDOW_S, remaining: 4, reset: WINDOW_S });
    expect(told(await from(address, '/v1/anime?limit=x'))).toMatchObject({ remaining: 3 });
    const exposed = String(first.headers['access-control-expose-headers']);
    for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'])
      expect(exposed).toContain(name);
  });

  test('that are spent are 429 until Retry-After is over', async () => {
    const brief = memoryQuotas({ ...limits, anonymous: { points: 1, windowSeconds: 1 } });
    const bounded = await openRestApi({ catalog: api.catalog, quotas: brief });
    try {
      let answer = await bounded.get('/v1/anime');
      const becomes = (status: number) =>
        until(async () => {
          answer = await bounded.get('/v1/anime');
          return answer.status === status;
        });
      await becomes(429);
      expect(answer.json()).toMatchObject({ code: 'quota_exceeded', status: 429 });
      expect(answer.headers['retry-after']).toBe('1');
      expect(told(answer)).toMatchObject({ remaining: 0, reset: 1 });
      await becomes(200);
    } finally {
      await bounded.close();
    }
  });

  test('a 304 that the change version answered gives its point back, and a spent quota is 429 for it too', async () => {
    const address = nextAddress();
    const { headers } = await from(address, '/v1/anime');
    const conditional = () => from(address, '/v1/anime', { 'if-none-match': String(headers.etag) });
    expect(await statuses(10, conditional)).toEqual(Array(10).fill(304));
    expect(told(await conditional())).toMatchObject({ remaining: 4 });
    await statuses(4, () => from(address));
    expect((await conditional()).status).toBe(429);
  });

  test('a 304 to If-None-Match: * costs its point', async () => {
    const address = nextAddress();
    const asked = () => from(address, '/v1/anime', { 'if-none-match': '*' });
    expect(await statuses(6, asked)).toEqual([...Array(5).fill(304), 429]);
  });

  test('a 304 that was read in whole costs its point', async () => {
    const address = nextAddress();
    const { headers } = await from(address, '/v1/genres');
    const conditional = () => from(address, '/v1/genres', { 'if-none-match': String(headers.etag) });
    expect(await statuses(5, conditional)).toEqual([...Array(4).fill(304), 429]);
  });

  test.each([
    ['/v1/openapi.json', 'anonymous'],
    ['/v1/reference', 'pages'],
  ])('%s costs a point of the policy %s unless it is 304', async (target, policy) => {
    const address = nextAddress();
    const first = await from(address, target);
    expect(told(first)).toMatchObject({ policy, remaining: 4 });
    const known = { 'if-none-match': String(first.headers.etag) };
    expect(await statuses(10, () => from(address, target, known))).toEqual(Array(10).fill(304));
    expect(await statuses(5, () => from(address, target))).toEqual([200, 200, 200, 200, 429]);
  });

  test('the wide limit of an address bounds what costs no point, and valid credentials too', async () => {
    const wide = memoryQuotas({ ...limits, address: { points: ADDRESS_LIMIT, windowSeconds: WINDOW_S } });
    const bounded = await openRestApi({ catalog: api.catalog, quotas: wide, trustProxy: ['127.0.0.1'] });
    try {
      const ask = (address: string, target: string, headers: Record<string, string> = {}) =>
        bounded.get(target, { 'x-forwarded-for': address, ...headers });
      const preflight = { origin: 'https://site.example', 'access-control-request-method': 'GET' };
      const address = nextAddress();
      const tag = String((await ask(address, '/v1/anime')).headers.etag);
      const kinds: (() => Promise<HttpAnswer>)[] = [
        () => ask(address, '/v1/anime', { 'if-none-match': tag }),
        () => ask(address, '/docs/callers'),
        () => ask(address, '/v1/problems/not_found'),
        () => ask(address, '/elsewhere'),
        () => bounded.send('/v1/anime', { method: 'OPTIONS', headers: { 'x-forwarded-for': address, ...preflight } }),
      ];
      for (let call = 1; call < ADDRESS_LIMIT; call += 1) {
        expect((await (kinds[call % kinds.length] as () => Promise<HttpAnswer>)()).status).not.toBe(429);
      }
      for (const kind of kinds) {
        const refused = await kind();
        expect(refused.status).toBe(429);
        expect(refused.json()).toMatchObject({ code: 'quota_exceeded', detail: expect.stringContaining(address) });
        expect(told(refused)).toMatchObject({ policy: 'address', quota: ADDRESS_LIMIT, remaining: 0 });
        expect(Number(refused.headers['retry-after'])).toBe(told(refused).reset);
      }
      expect((await ask(address, '/v1/anime', { authorization: `Bearer ${key}` })).status).toBe(429);
      expect((await ask(nextAddress(), '/v1/anime')).status).toBe(200);
    } finally {
      await bounded.close();
    }
  });

  test('unknown paths and methods count and stay what they are', async () => {
    const address = nextAddress();
    expect(await statuses(4, () => from(address, '/v1/manga'))).toEqual([404, 404, 404, 404]);
    const post = () => api.send('/v1/anime', { method: 'POST', headers: { 'x-forwarded-for': address } });
    expect((await post()).status).toBe(405);
    expect((await from(address)).status).toBe(429);
    expect((await post()).status).toBe(405);
    expect(told(await from(address, '/v1/manga'))).toMatchObject({ remaining: 0 });
    expect((await from(address, '/elsewhere')).headers.ratelimit).toBeUndefined();
  });

  test('pages and preflights cost nothing, other questions for the methods do', async () => {
    const address = nextAddress();
    const options = (headers: Record<string, string>) =>
      api.send('/v1/anime', { method: 'OPTIONS', headers: { 'x-forwarded-for': address, ...headers } });
    const preflight = { origin: 'https://site.example', 'access-control-request-method': 'GET' };
    for (let call = 0; call < 8; call += 1) {
      expect((await options(preflight)).status).toBe(204);
      expect((await from(address, '/v1/problems')).status).toBe(200);
      expect((await from(address, '/v1/problems/not_found')).status).toBe(200);
    }
    expect(told(await options({}))).toMatchObject({ remaining: 4 });
    expect(await statuses(5, () => options({}))).toEqual([204, 204, 204, 204, 429]);
    expect((await options(preflight)).status).toBe(204);
  });

  test('a key has its own, wherever it calls from', async () => {
    const authorization = `Bearer ${key}`;
    const spent = nextAddress();
    await statuses(6, () => from(spent));
    const first = await from(spent, '/v1/anime', { authorization });
    expect(told(first)).toMatchObject({ policy: 'credentialed', quota: 8, remaining: 7 });
    expect(await statuses(8, () => from(nextAddress(), '/v1/anime', { authorization }))).toEqual([
      ...Array(7).fill(200),
      429,
    ]);
    expect((await from(nextAddress(), '/v1/anime', { authorization })).headers['retry-after']).toBeDefined();
    expect((await from(nextAddress(), '/v1/search?q=x', { authorization })).status).toBe(429);
  });

  test('failed credentials count against the address, which is then 429 at once', async () => {
    const address = nextAddress();
    const wrong = () => from(address, '/v1/anime', { authorization: `Bearer ${generateApiKey().text}` });
    expect(await statuses(7, wrong)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const refused = await wrong();
    expect(refused.headers['retry-after']).toBeDefined();
    expect(refused.json()).toMatchObject({
      detail: expect.stringMatching(/^5 invalid credentials .*this address.*no other/),
    });
    expect(JSON.stringify(refused.json())).not.toContain('have a higher');
    expect((await from(address)).status).toBe(429);
    expect((await from(nextAddress())).status).toBe(200);
  });

  test('the address is the last one that no trusted proxy wrote; a client cannot make one up', async () => {
    const address = nextAddress();
    expect(told(await from(`198.51.100.1, ${address}`))).toMatchObject({ remaining: 4 });
    expect(told(await from(`198.51.100.2, ${address}`))).toMatchObject({ remaining: 3 });
    const direct = await openRestApi({ quotas });
    try {
      const spoofed = (name: string, value: string) => direct.get('/v1', { [name]: value });
      const left = told(await spoofed('x-forwarded-for', '198.51.100.3')).remaining;
      expect(told(await spoofed('x-forwarded-for', '198.51.100.4')).remaining).toBe(left - 1);
      expect(told(await spoofed('x-real-ip', '198.51.100.5')).remaining).toBe(left - 2);
      expect(told(await spoofed('forwarded', 'for=198.51.100.6')).remaining).toBe(left - 3);
    } finally {
      await direct.close();
    }
  });

  test('a HEAD counts like a GET', async () => {
    const address = nextAddress();
    const answer = await api.send('/v1/anime', { method: 'HEAD', headers: { 'x-forwarded-for': address } });
    expect(told(answer)).toMatchObject({ remaining: 4 });
  });

  test('every call with a key counts on its day, and those refused by scope or quota as refusals', async () => {
    const { database } = api.catalog;
    const { text, stored } = await newKey();
    const call = (target: string) => from(nextAddress(), target, { authorization: `Bearer ${text}` });
    // Concurrent calls share one look-up of the key, and count each for itself.
    const statuses = await Promise.all(
      ['/v1/anime', '/v1/anime', '/v1/search?q=x'].map(async (path) => (await call(path)).status),
    );
    expect(statuses).toEqual([200, 200, 403]);
    for (let rest = 0; rest < 5; rest += 1) await call('/v1/anime');
    expect((await call('/v1/anime')).status).toBe(429);
    await api.uses.write();
    const days = await database.client.apiKeyDay.findMany({ where: { keyId: stored.id } });
    expect(days).toMatchObject([{ calls: 9, refusals: 2 }]);
  });
});
