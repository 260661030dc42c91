import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { type Item, parseList } from 'structured-headers';
import type { Database } from '../../../src/database/database.ts';
import { createApiKey } from '../../../src/graph/application/apiKeys.ts';
import { generateApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import type { Quotas } from '../../../src/graph/caller/quotas.ts';
import { quotaLimits } from '../../../src/identity/quota/countingQuotas.ts';
import { memoryQuotas } from '../../../src/identity/quota/memoryQuotas.ts';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { openRestApi } from '../support/openRestApi.ts';
import type { HttpAnswer } from '../support/sendRequest.ts';

const WINDOW_S = 3;
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

/** Calls `onRead` before each look-up of a key, which its error fails. @returns what ends this */
function watchKeyReads(database: Database, onRead: () => void): () => void {
  const inner = database.client;
  const findUnique = async (wanted: Parameters<typeof inner.apiKey.findUnique>[0]) => {
    onRead();
    return await inner.apiKey.findUnique(wanted);
  };
  const apiKey = new Proxy(inner.apiKey, {
    get: (keys, name) => (name === 'findUnique' ? findUnique : Reflect.get(keys, name)),
  });
  const client = new Proxy(inner, { get: (all, name) => (name === 'apiKey' ? apiKey : Reflect.get(all, name)) });
  const before = Object.getOwnPropertyDescriptor(database, 'client');
  Object.defineProperty(database, 'client', { configurable: true, value: client });
  return () => {
    Reflect.deleteProperty(database, 'client');
    if (before !== undefined) Object.defineProperty(database, 'client', before);
  };
}

describeWith(['postgres'], 'quotas', () => {
  const api = ofSuite(() => openRestApi({ quotas, trustProxy: ['127.0.0.1'] }));
  let key: string;
  let reads: number;

  /** How a new application creates keys. */
  const newApplication = async () => {
    const { database } = api.catalog;
    const { id: applicationId } = await createApplication(database.client, { name: 'A', owner: 'ann' });
    return () => createApiKey(database, { applicationId, scopes: ['anime.read'], expiresAt: null }, new Date());
  };
  const newKey = async () => (await newApplication())();

  beforeAll(async () => {
    key = (await newKey()).text;
    reads = 0;
    watchKeyReads(api.catalog.database, () => {
      reads += 1;
    });
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

  test('that are spent are 429 until Retry-After is over, then one call succeeds', async () => {
    const address = nextAddress();
    expect(await statuses(6, () => from(address, '/v1/anime'))).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await from(address, '/v1/anime');
    expect(refused.json()).toMatchObject({ code: 'quota_exceeded', status: 429 });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(WINDOW_S);
    expect(told(refused)).toMatchObject({ remaining: 0, reset: seconds });
    await sleep(seconds * 1000);
    expect((await from(address, '/v1/anime')).status).toBe(200);
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

  test.each(['/v1', '/v1/anime', '/v1/anime?format=tv', '/v1/genres', '/v1/anime/premieres', '/v1/search?q=x'])(
    '%s: If-None-Match: * costs its point, in every spelling',
    async (target) => {
      const answers = target.startsWith('/v1/search') ? 503 : 304;
      for (const value of ['*', ' *', '"kept before", *', '*, "kept before"']) {
        const address = nextAddress();
        const found = await statuses(6, () => from(address, target, { 'if-none-match': value }));
        // A list of tags with an asterisk in it is no list of tags (RFC 9110, 13.1.2).
        const expected = value.includes('"') && answers === 304 ? 200 : answers;
        expect({ value, found }).toEqual({ value, found: [...Array(5).fill(expected), 429] });
      }
    },
  );

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
    await sleep(WINDOW_S * 1000);
    expect((await from(spent, '/v1/search?q=x', { authorization })).status).toBe(403);
  });

  test('keys of one application share its quota', async () => {
    const create = await newApplication();
    const [one, other] = [await create(), await create()];
    const ask = ({ text }: { text: string }) => from(nextAddress(), '/v1/anime', { authorization: `Bearer ${text}` });
    expect(await statuses(5, () => ask(one))).toEqual(Array(5).fill(200));
    expect(told(await ask(other))).toMatchObject({ policy: 'credentialed', remaining: 2 });
    expect(await statuses(3, () => ask(other))).toEqual([200, 200, 429]);
    expect((await ask(one)).status).toBe(429);
  });

  test('failed credentials count against the address, which is then 429 at once, without a look-up', async () => {
    const address = nextAddress();
    const wrong = () => from(address, '/v1/anime', { authorization: `Bearer ${generateApiKey().text}` });
    expect(await statuses(7, wrong)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    reads = 0;
    const refused = await wrong();
    expect([refused.status, reads]).toEqual([429, 0]);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(refused.json()).toMatchObject({
      detail: expect.stringMatching(/^5 invalid credentials .*this address.*no other/),
    });
    expect(JSON.stringify(refused.json())).not.toContain('have a higher');
    expect((await from(address)).status).toBe(429);
    expect((await from(nextAddress())).status).toBe(200);
  });

  test('anonymous calls leave fewer failures, and failures fewer anonymous calls', async () => {
    const address = nextAddress();
    await statuses(3, () => from(address));
    const wrong = () => from(address, '/v1/anime', { authorization: 'Bearer junk' });
    expect(await statuses(3, wrong)).toEqual([401, 401, 429]);
  });

  test('any number of well-formed keys from one address cost at most a quota of database reads', async () => {
    const long = memoryQuotas({ ...limits, failures: { points: 5, windowSeconds: 600 } });
    const bounded = await openRestApi({ catalog: api.catalog, quotas: long, trustProxy: ['127.0.0.1'] });
    try {
      reads = 0;
      const from = { 'x-forwarded-for': '203.0.113.255' };
      const ask = () => bounded.get('/v1/anime', { ...from, authorization: `Bearer ${generateApiKey().text}` });
      const found: number[] = [];
      for (let batch = 0; batch < 5; batch += 1) {
        const answers = await Promise.all(Array.from({ length: 50 }, ask));
        found.push(...answers.map(({ status }) => status));
      }
      expect(reads).toBeLessThanOrEqual(5);
      expect(new Set(found)).toEqual(new Set([401, 429]));
      expect(found.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    } finally {
      await bounded.close();
    }
  });

  test('many at once with one good key are all let in, though it must be looked up', async () => {
    const { text } = await newKey();
    const address = nextAddress();
    reads = 0;
    const headers = { authorization: `Bearer ${text}` };
    const answers = await Promise.all(Array.from({ length: 8 }, () => from(address, '/v1/anime', headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(reads).toBe(1);
    // Nothing of it counts as a failure or an anonymous call.
    expect(told(await from(address))).toMatchObject({ remaining: 4 });
  });

  test('an address that has spent its quota takes along nobody who sends the same key at the same time', async () => {
    const { text } = await newKey();
    // As Redis does, which takes its time to count.
    const slow: Quotas = {
      ...quotas,
      charge: async (counter, subject) => {
        if (counter === 'failures') await sleep(200);
        return quotas.charge(counter, subject);
      },
    };
    const replica = await openRestApi({ catalog: api.catalog, quotas: slow, trustProxy: ['127.0.0.1'] });
    try {
      const [spent, other] = [nextAddress(), nextAddress()];
      await statuses(6, () => from(spent, '/v1/anime', { authorization: 'Bearer junk' }));
      const ask = (address: string) =>
        replica.get('/v1/anime', { 'x-forwarded-for': address, authorization: `Bearer ${text}` });
      const first = ask(spent);
      await sleep(50);
      const answers = await Promise.all([first, ask(other)]);
      expect(answers.map(({ status }) => status)).toEqual([429, 200]);
    } finally {
      await replica.close();
    }
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

  test('a database that is away makes a key neither valid nor invalid', async () => {
    const { database } = api.catalog;
    const address = nextAddress();
    const endWatch = watchKeyReads(database, () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    try {
      const answer = await from(address, '/v1', { authorization: `Bearer ${generateApiKey().text}` });
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBeDefined();
    } finally {
      endWatch();
    }
    expect(told(await from(address))).toMatchObject({ remaining: 4 });
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
