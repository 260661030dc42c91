import { createHook } from 'node:async_hooks';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { generateApiKey } from '../../src/graph/application/apiKeyText.ts';
import { storeDocument } from '../../src/rest/http/storedDocument.ts';
import { problemCodes } from '../../src/rest/problem/problemCodes.ts';
import { problemSchema } from '../../src/rest/problem/problemDocument.ts';
import { routes } from '../../src/rest/routes.ts';
import { icon, style } from '../../src/site/design/assets.ts';
import { describeWith } from '../support/describeWith.ts';
import { ofSuite } from '../support/ofSuite.ts';
import { openSampleApi } from './support/openSampleApi.ts';
import type { HttpRequest } from './support/sendRequest.ts';

describeWith(['postgres'], 'HTTP', () => {
  /** What everybody may read; test/rest/webhook tries the others. */
  const reads = routes.filter(({ access }) => access.anonymous);

  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const pages = ['/v1/openapi.json', '/v1/reference', '/v1/problems', '/v1/problems/not_found'];

  const FOR_BROWSERS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  const api = ofSuite(openSampleApi);

  describe.each(reads)('$operationId', (endpoint) => {
    const { response } = endpoint;
    const { status, mediaType = 'application/json' } = response;
    const target = () => api.targetOf(endpoint);

    test('answers by its schema, with no member beyond', async () => {
      const answer = await api.get(target());
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe(mediaType);
      if (mediaType !== 'application/json') return;
      const body = answer.json();
      expect(response.schema?.parse(body)).toEqual(body);
      if (response.nextLink) expect((body as { items: unknown[] }).items.length).toBeGreaterThan(0);
    });

    test('carries the headers of every answer', async () => {
      const { headers, body } = await api.get(target(), { 'x-request-id': 'mine', origin: 'https://site.example' });
      expect(headers).toMatchObject({
        'x-request-id': expect.stringMatching(uuid),
        etag: expect.stringMatching(response.entityTag === 'strong' ? /^"[\w.:-]+"$/ : /^W\/"[\w.:-]+"$/),
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding, Authorization',
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
        'x-content-type-options': 'nosniff',
        'content-length': String(body.length),
      });
      expect(headers['x-powered-by']).toBeUndefined();
    });

    test('is answered 304 to who has it', async () => {
      const { headers } = await api.get(target());
      const tag = headers.etag ?? '';
      // How it may be spelt, test/rest/http tries.
      for (const value of [tag, `"other", ${tag.replace('W/', '')}`, '*']) {
        const answer = await api.get(target(), {
          'if-none-match': value,
          // fetch adds it to every conditional request.
          'cache-control': 'no-cache',
          'accept-encoding': 'gzip',
        });
        expect({ value, status: answer.status, length: answer.body.length }).toEqual({ value, status: 304, length: 0 });
        expect(answer.headers).toMatchObject({
          etag: tag,
          vary: expect.stringMatching(/^Accept-Encoding(, Authorization)?$/),
          'cache-control': 'no-cache',
          'x-request-id': expect.stringMatching(uuid),
          'access-control-allow-origin': '*',
        });
        expect(answer.headers['content-type']).toBeUndefined();
      }
      expect((await api.get(target(), { 'if-none-match': 'W/"other"' })).status).toBe(status);
    });

    test('HEAD is GET without the body', async () => {
      const get = await api.get(target());
      const head = await api.send(target(), { method: 'HEAD' });
      expect(head.status).toBe(status);
      expect(head.body.length).toBe(0);
      for (const name of ['etag', 'content-type', 'content-length', 'vary', 'cache-control', 'link']) {
        expect(head.headers[name]).toEqual(get.headers[name]);
      }
      const tag = get.headers.etag ?? '';
      expect((await api.send(target(), { method: 'HEAD', headers: { 'if-none-match': tag } })).status).toBe(304);
    });
  });

  test.each([...reads.map(({ path }) => path), ...pages])('%s answers a preflight', async (path) => {
    const answer = await api.send(path.replace('{id}', api.animeId), {
      method: 'OPTIONS',
      headers: { origin: 'https://site.example', 'access-control-request-method': 'GET' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,OPTIONS',
      'access-control-allow-headers': expect.stringMatching(
        /Authorization.*Cache-Control.*Content-Type.*If-None-Match/,
      ),
      'x-request-id': expect.stringMatching(uuid),
    });
  });

  test('a preflight allows each header that an operation for everybody describes, and those of tracing', async () => {
    type Described = Record<string, { readonly get?: { readonly parameters?: { in?: string; name?: string }[] } }>;
    const { paths } = (await api.get('/v1/openapi.json')).json() as { readonly paths: Described };
    const described = Object.values(paths).flatMap(({ get }) => get?.parameters ?? []);
    const names = described.flatMap((it) => (it.in === 'header' && it.name !== undefined ? [it.name] : []));
    expect(names).toContain('If-Match');
    const { headers } = await api.send('/v1/anime', { method: 'OPTIONS' });
    const allowed = String(headers['access-control-allow-headers']).split(',');
    expect(allowed).toEqual(expect.arrayContaining([...names, 'Baggage', 'Sentry-Trace', 'Traceparent', 'Tracestate']));
  });

  const nobodys = '00000000-0000-0000-0000-000000000000';
  test.each([
    ...[`/v1/anime/${nobodys}`, `/v1/anime/${nobodys}/episodes`, `/v1/episodes/${nobodys}`],
    ...['/v1/genres/Action', '/v1/genres/wit-studio', '/v1/studios/%27%20--'],
  ])('%s is nothing, whatever the condition', async (path) => {
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const answer = await api.get(path, headers);
      expect(problemSchema.strict().parse(answer.json())).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test('a trace is told, an invalid one is not', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect((await api.get('/v2', { traceparent })).json()).toMatchObject({ traceId });
    expect((await api.get('/v2', { traceparent: `00-${traceId}` })).json()).toMatchObject({ traceId: null });
  });

  describe('compression', () => {
    test.each([
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const)('%s when the client takes it and the answer is large', async (encoding, decompress) => {
      const plain = await api.get('/v1/anime');
      expect(plain.headers['content-encoding']).toBeUndefined();
      const answer = await api.get('/v1/anime', { 'accept-encoding': encoding });
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding, Authorization',
        etag: plain.headers.etag,
      });
      expect(answer.body.length).toBeLessThan(plain.body.length / 2);
      expect(decompress(answer.body)).toEqual(plain.body);
    });

    test('small answers and refused codings stay as they are', async () => {
      expect((await api.get('/v1', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
      expect((await api.get('/v1/anime', { 'accept-encoding': 'zstd' })).headers['content-encoding']).toBeUndefined();
      expect(
        (await api.get('/v1/anime', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
      ).toBeUndefined();
    });

    test.each([...pages, '/docs'])(
      '%s is compressed once for all readers, in the codings that each takes',
      async (path) => {
        const plain = await api.get(path, { 'accept-encoding': 'deflate, gzip;q=0' });
        expect(plain.headers['content-encoding']).toBeUndefined();
        for (const [accepted, coding, decode] of [
          ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
          ['br;q=0, gzip', 'gzip', gunzipSync],
        ] as const) {
          const headers = { 'accept-encoding': accepted };
          const coded = await api.get(path, headers);
          const length = String(coded.body.length);
          const told = { 'content-encoding': coding, etag: plain.headers.etag, 'content-length': length };
          expect(coded.headers).toMatchObject(told);
          expect(decode(coded.body)).toEqual(plain.body);
          expect((await api.send(path, { method: 'HEAD', headers })).headers).toMatchObject(told);
        }
        const made: string[] = [];
        const counter = createHook({ init: (_id, type) => void made.push(type) }).enable();
        for (const accepted of ['br', 'gzip']) await api.get(path, { 'accept-encoding': accepted });
        counter.disable();
        expect(made).not.toContain('ZLIB');
      },
    );

    test('a document that several ask for at once is compressed once', async () => {
      const document = storeDocument('text/plain', 'a'.repeat(100_000));
      const [first, second] = await Promise.all([document.encoded('br'), document.encoded('br')]);
      expect(second).toBe(first);
    });

    test('HEAD claims no length that a compressed GET would not have', async () => {
      const head = await api.send('/v1/anime', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      expect(head.headers['content-length']).toBeUndefined();
      expect(head.headers.vary).toBe('Accept-Encoding, Authorization');
    });
  });

  describe('failures inside', () => {
    test('are 500 internal_error, tell nothing and are logged', async () => {
      const { client } = api.catalog.database;
      await client.$executeRawUnsafe('alter table genre rename to hidden_genre');
      await client.$executeRawUnsafe('create view genre as select * from hidden_genre where 1 / 0 > 0');
      try {
        const answer = await api.get('/v1/genres');
        expect(answer.status).toBe(500);
        const problem = problemSchema.strict().parse(answer.json());
        expect(problem.code).toBe('internal_error');
        expect(answer.body.toString()).not.toMatch(/genre|division|select|prisma|\.ts/i);
        const logged = JSON.stringify(api.logs.find(({ requestId }) => requestId === problem.requestId));
        expect(logged).toMatch(/division by zero/);
      } finally {
        await client.$executeRawUnsafe('drop view genre');
        await client.$executeRawUnsafe('alter table hidden_genre rename to genre');
      }
      expect((await api.get('/v1/genres')).status).toBe(200);
    });
  });

  test.each([style, icon])('$path of every page is kept for a year; of another version by nobody', async (asset) => {
    const current = await api.get(asset.path);
    expect(current.body.equals(asset.body)).toBe(true);
    expect(current.headers).toMatchObject({
      'content-type': asset.type,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const other = await api.get(asset.path.replace(/-\w+/, '-0123456789'));
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'no-store']);
    for (const name of ['page.css', '..%2fpackage.json', '%00', 'constructor', 'x'.repeat(10_000)]) {
      expect((await api.get(`/assets/${name}`)).json()).toMatchObject({ code: 'not_found' });
    }
  });

  test('a path that leads to nothing is a page for people alone', async () => {
    for (const [path, accept, type] of [
      ['/nothing', FOR_BROWSERS, 'text/html; charset=utf-8'],
      ['/nothing', '*/*', 'application/problem+json'],
      ['/nothing', 'application/json, text/html;q=0.5', 'application/problem+json'],
      ['/v1/nothing', FOR_BROWSERS, 'application/problem+json'],
    ] as const) {
      const answer = await api.get(path, { accept });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, type]);
      if (path === '/nothing') expect(answer.headers.vary).toBe('Accept-Encoding, Accept');
    }
    const post = await api.send('/nothing', { method: 'POST', headers: { accept: FOR_BROWSERS } });
    expect(post.json()).toMatchObject({ code: 'not_found' });
    const { headers, body } = await api.get('/%3Cscript%3Ealert(1)', { accept: FOR_BROWSERS });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body.toString()).toContain(String(headers['x-request-id']));
    expect(body.toString()).not.toContain('alert');
  });

  test.each(Object.entries(problemCodes))(
    'the page of %s, to which the index leads',
    async (code, { title, meaning }) => {
      const answer = await api.get(`/v1/problems/${code}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect((await api.get('/v1/problems')).body.toString()).toContain(`href="/v1/problems/${code}"`);
      expect(answer.body.toString()).toContain(`<h1>${title}</h1>`);
      expect(answer.body.toString()).toContain(meaning.replaceAll('"', '&quot;'));
      expect((await api.get(`/v1/problems/${code}`, { 'if-none-match': answer.headers.etag ?? '' })).status).toBe(304);
    },
  );

  describe('the header Link of what is no answer', () => {
    const UNKNOWN = '00000000-0000-0000-0000-000000000000';

    let description: unknown;

    beforeAll(async () => {
      description = (await api.get('/v1/openapi.json')).json();
    }, 60_000);

    /** What the link leads to. */
    async function described(target: string, request: HttpRequest = {}) {
      const { status, headers } = await api.send(target, request);
      const [, pointer] = /^<\/v1\/openapi\.json#\/([^>]+)>; rel="describedby"$/.exec(String(headers.link)) ?? [];
      const found = pointer
        ?.split('/')
        .map((each) => decodeURIComponent(each).replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], description);
      return { status, found, link: headers.link };
    }

    test.each([
      ['/v1/anime?x=1', {}, 400, 'ListAnime'],
      [`/v1/anime/${UNKNOWN}`, {}, 404, 'GetAnime'],
      ['/v1/anime/premieres?from=x', {}, 400, 'ListAnimePremieres'],
      [`/v1/anime/${UNKNOWN}/episodes`, {}, 404, 'ListAnimeEpisodes'],
      ['/v1/genres/no-such-genre', {}, 404, 'GetGenre'],
      ['/v1/anime', { headers: { authorization: 'Bearer x' } }, 401, 'ListAnime'],
      [`/v1/developer/applications/${UNKNOWN}/webhooks`, { method: 'POST' }, 401, 'CreateWebhook'],
    ] as const)('%s %j: %d', async (target, request, status, operationId) => {
      expect(await described(target, request)).toMatchObject({ status, found: { operationId } });
    });

    test('a method that the path does not take leads to those that it takes', async () => {
      expect(await described(`/v1/anime/${api.animeId}`, { method: 'PUT' })).toMatchObject({
        status: 405,
        found: { get: { operationId: 'GetAnime' } },
      });
    });

    test('a merged id leads to the operation, too', async () => {
      const { items } = (await api.get('/v1/anime?externalId=mal:12')).json<{ items: { id: string }[] }>();
      const id = items[0]?.id ?? '';
      await api.catalog.database.client.anime.update({ where: { id }, data: { mergedIntoId: api.animeId } });
      expect(await described(`/v1/anime/${id}`)).toMatchObject({ status: 301, found: { operationId: 'GetAnime' } });
    });

    test('an unknown path has none, and what succeeds links to its next page alone', async () => {
      expect(await described('/v1/animes')).toMatchObject({ status: 404, link: undefined });
      expect(await described(`/v1/anime/${api.animeId}`)).toMatchObject({ status: 200, link: undefined });
      expect((await described('/v1/anime?limit=1')).link).toMatch(/^[^,]+; rel="next"$/);
    });
  });
});

describeWith(['postgres'], 'without a database', () => {
  const api = ofSuite(() => openSampleApi({ cacheBytes: 1_000_000 }));

  beforeAll(async () => {
    await api.get('/v1/search?q=anime&limit=3');
    await api.catalog.database.close();
  }, 60_000);

  const authorization = `Bearer ${generateApiKey().text}`;

  test('reads are 503 service_unavailable with Retry-After, and nothing internal is told', async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    const refused: string[] = [];
    for (const target of ['/v1/anime', `/v1/anime/${id}`, `/v1/anime/${id}/episodes`, '/v1/genres', '/v1/schedules']) {
      for (const headers of [{}, { 'if-none-match': 'W/"a"' }, { authorization }]) {
        const answer = await api.get(target, headers);
        expect({ target, status: answer.status }).toEqual({ target, status: 503 });
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
        const problem = problemSchema.strict().parse(answer.json());
        expect(problem.code).toBe('service_unavailable');
        expect(answer.body.toString()).not.toMatch(/pool|ECONN|pg|prisma|\.ts/i);
        refused.push(problem.requestId);
      }
    }
    const logged = api.logs.filter(({ code }) => code === 'service_unavailable');
    expect(logged.map(({ requestId }) => requestId)).toEqual(refused.slice(0, 5));
    expect(logged.every(({ err }) => typeof err === 'object')).toBe(true);
    expect((await api.get('/v1')).status).toBe(200);
    expect((await api.get('/v1/anime?limit=0')).status).toBe(400);
    expect((await api.get('/v1/openapi.json')).status).toBe(200);
  });

  test('a search is 503 search_unavailable with Retry-After, whoever asks and whatever is held', async () => {
    for (const headers of [{}, { 'if-none-match': 'W/"a"' }, { authorization }]) {
      const answer = await api.get('/v1/search?q=anime&limit=5', headers);
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      const { code, requestId } = problemSchema.strict().parse(answer.json());
      expect(code).toBe('search_unavailable');
      expect(api.logs.some((line) => line.requestId === requestId)).toBe(true);
    }
    expect((await api.get('/v1/search?q=')).status).toBe(400);
  });
});
