import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../scripts/openapi/openApiDocument.ts';
import { SCOPES } from '../../../src/graph/model/scopes.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import type { Endpoint } from '../../../src/rest/endpoint/endpoint.ts';
import { openIssuer, type TestIssuer } from '../../identity/token/openIssuer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { describeParameters, refusalOf } from '../support/describeParameters.ts';
import { openRestApi, type RestApi } from '../support/openRestApi.ts';
import type { HttpRequest } from '../support/sendRequest.ts';
import { wrongBodies } from '../support/wrongBodies.ts';
import { notesEndpoints } from './notes/notesEndpoints.ts';
import { notesSchema, shelfId } from './notes/notesSchema.ts';

const json = { 'content-type': 'application/json' };
const unknownId = '0198c7a2-5b1e-7c3d-9f00-ffffffffffff';
const shelf = `/v1/shelves/${shelfId}/notes`;

describeWith(['postgres'], 'endpoints that write', () => {
  let api: RestApi;
  let issuer: TestIssuer;
  /** Path and tag of a note that each test begins with. */
  let note: { path: string; id: string; tag: string };

  const pathOf = ({ path }: Endpoint) => path.replace('{applicationId}', shelfId).replace('{id}', note.id);
  const send = (method: string, target: string, request: HttpRequest = {}) => api.send(target, { method, ...request });
  const refusal = (method: string, target: string, request: HttpRequest = {}) =>
    refusalOf({ send: api.send, pathOf }, method, target, request);
  const create = (body: unknown, headers: Record<string, string> = json) =>
    send('POST', shelf, { headers, body: JSON.stringify(body) });

  beforeAll(async () => {
    issuer = await openIssuer();
    const tokens = new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog', 'own');
    const opened = await openRestApi({ schema: notesSchema(), endpoints: notesEndpoints, tokens });
    await opened.catalog.database.client.application.create({
      data: { id: shelfId, name: 'Shelf', owner: 'ann', ownerIssuer: 'own' },
    });
    const scope = SCOPES.join(' ');
    const authorization = `Bearer ${await issuer.token({ scope, exp: Math.floor(Date.now() / 1000) + 3600 })}`;
    // The owner asks.
    api = {
      ...opened,
      send: (target, request) => opened.send(target, { ...request, headers: { authorization, ...request.headers } }),
    };
  }, 60_000);
  afterAll(async () => {
    await api?.close();
    await issuer?.close();
  });
  beforeEach(async () => {
    const { headers } = await create({ text: 'first' });
    const path = headers.location ?? '';
    note = { path, id: path.split('/').at(-1) ?? '', tag: headers.etag ?? '' };
  });

  describeParameters(notesEndpoints, () => ({ send: api.send, pathOf }));

  test('what was made is 201 with Location and a strong tag, stored by nobody where a secret is in it', async () => {
    const answer = await create({ text: 'hello' });
    expect(answer.status).toBe(201);
    const made = answer.json<{ id: string }>();
    expect(made).toEqual({ id: made.id, text: 'hello', pinned: false, revision: 1 });
    expect(answer.headers).toMatchObject({
      location: `${shelf}/${made.id}`,
      etag: expect.stringMatching(/^"[\w-]{6}\.[\w-]+\.1"$/),
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    const read = await send('GET', `${shelf}/${made.id}`);
    expect(read.json()).toEqual(made);
    expect(read.headers.etag).toBe(answer.headers.etag);
    expect(read.headers['cache-control']).toBe('private, no-cache');
  });

  test('accepted is 202, gone is 204, both without a body', async () => {
    const sent = await send('POST', `${note.path}/send`);
    expect([sent.status, sent.body.length, sent.headers['content-type']]).toEqual([202, 0, undefined]);
    const gone = await send('DELETE', note.path, { headers: { 'if-match': note.tag } });
    expect([gone.status, gone.body.length, gone.headers['content-type']]).toEqual([204, 0, undefined]);
    expect(await refusal('GET', note.path)).toMatchObject({ status: 404 });
    const seal = (await create({ text: 'sealed' })).headers.location;
    const sealed = await send('POST', `${seal}/seal`, { headers: { 'content-type': 'text/plain' }, body: 'ignored' });
    expect(sealed).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  });

  test('a list and one resource are read under every path parameter', async () => {
    const first = await send('GET', `${shelf}?limit=1`);
    expect(first.headers.link).toContain(`<${shelf}?limit=1&after=`);
    expect(first.json<{ items: unknown[] }>().items).toHaveLength(1);
    expect((await refusal('GET', `/v1/shelves/${unknownId}/notes`)).status).toBe(404);
    const same = await send('GET', note.path, { headers: { 'if-none-match': note.tag } });
    expect([same.status, same.headers.etag]).toEqual([304, note.tag]);
  });

  test('If-Match guards changes: a lost update is 409', async () => {
    const patch = (ifMatch: string, text: string) =>
      send('PATCH', note.path, { headers: { ...json, 'if-match': ifMatch }, body: JSON.stringify({ text }) });
    const second = await patch(note.tag, 'second');
    expect(second.status).toBe(200);
    expect(second.json()).toMatchObject({ text: 'second', revision: 2 });
    expect(second.headers.etag).toBe(note.tag.replace('.1"', '.2"'));
    for (const stale of [note.tag, `W/${second.headers.etag}`, '"other"', 'junk', '']) {
      const answer = await patch(stale, 'lost');
      expect({ stale, status: answer.status }).toEqual({ stale, status: stale === '' ? 428 : 409 });
    }
    expect((await patch(`"other", ${second.headers.etag}`, 'third')).json()).toMatchObject({ revision: 3 });
    expect((await patch('*', 'fourth')).json()).toMatchObject({ revision: 4 });
  });

  test('refusals come in order: parameters, resource, If-Match, media type, size, JSON, members, state', async () => {
    const wrong = { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(17_000) };
    const guarded = (headers: Record<string, string>, body: string) => ({
      headers: { 'if-match': '"stale"', ...headers },
      body,
    });
    const ladder: [target: string, request: HttpRequest, status: number, code: string][] = [
      [`${shelf}/nonsense?x=1`, wrong, 400, 'unknown_parameter'],
      [`${shelf}/nonsense`, wrong, 400, 'invalid_parameter'],
      [`${shelf}/${unknownId}`, wrong, 404, 'not_found'],
      [note.path, wrong, 428, 'precondition_required'],
      [note.path, guarded({ 'content-type': 'text/plain' }, 'x'.repeat(17_000)), 415, 'unsupported_media_type'],
      [note.path, guarded(json, 'x'.repeat(17_000)), 413, 'payload_too_large'],
      [note.path, guarded(json, '{'), 400, 'invalid_request'],
      [note.path, guarded(json, '{"text":""}'), 422, 'invalid_body'],
      [note.path, guarded(json, '{"text":"x"}'), 409, 'conflict'],
    ];
    for (const [target, request, status, code] of ladder) {
      expect(await refusal('PATCH', target, request)).toMatchObject({ status, code });
    }
    expect((await send('GET', note.path)).headers.etag).toBe(note.tag);
  });

  test('media types are those that the operation takes, in UTF-8 and uncompressed', async () => {
    const body = '{"text":"ok"}';
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON;charset="UTF-8"',
      'application/json ; a=b',
    ]) {
      expect((await send('POST', shelf, { headers: { 'content-type': type }, body })).status).toBe(201);
    }
    const patch = { 'content-type': 'application/merge-patch+json', 'if-match': '*' };
    expect((await send('PATCH', note.path, { headers: patch, body })).status).toBe(200);
    for (const headers of [
      {},
      { 'content-type': 'application/merge-patch+json' },
      { 'content-type': 'application/jsonx' },
      { 'content-type': 'application/json; charset=latin1' },
      { ...json, 'content-encoding': 'gzip' },
    ]) {
      const { status, detail } = await refusal('POST', shelf, { headers, body });
      expect({ headers, status }).toEqual({ headers, status: 415 });
      expect(detail.length).toBeGreaterThan(20);
    }
  });

  test('bodies end at 16 kB, declared or not', async () => {
    const largest = JSON.stringify({ text: 'x' }).padEnd(16 * 1024, ' ');
    expect((await send('POST', shelf, { headers: json, body: largest })).status).toBe(201);
    const { status, headers } = await refusal('POST', shelf, { headers: json, body: `${largest} ` });
    expect({ status, connection: headers.connection }).toEqual({ status: 413, connection: 'close' });
    const chunked = { ...json, 'transfer-encoding': 'chunked' };
    expect((await refusal('POST', shelf, { headers: chunked, body: `${largest} ` })).status).toBe(413);
  });

  test('what is no JSON is 400 and says where', async () => {
    for (const body of ['', '{', '{"text":"x"', "{'text':1}", '{"text":"x"} {}', '\ufeff{}x', 'undefined']) {
      expect({ body, ...(await refusal('POST', shelf, { headers: json, body })) }).toMatchObject({
        body,
        status: 400,
        code: 'invalid_request',
      });
    }
  });

  test('every member at fault is named by its pointer', async () => {
    const { errors, detail } = await refusal('POST', shelf, {
      headers: json,
      body: '{"text":"","pinned":"yes","colour":1,"__proto__":{"a":1},"a/b~c":1}',
    });
    expect(errors).toEqual([
      { pointer: '/text', detail: 'must have at least 1 character.' },
      { pointer: '/pinned', detail: 'must be a boolean.' },
      { pointer: '/colour', detail: expect.stringContaining('no member') },
      { pointer: '/__proto__', detail: expect.stringContaining('no member') },
      { pointer: '/a~1b~0c', detail: expect.stringContaining('no member') },
    ]);
    expect(detail).toContain('/text must have at least 1 character.');
    expect((await refusal('POST', shelf, { headers: json, body: '[]' })).errors).toEqual([
      { pointer: '', detail: 'must be an object.' },
    ]);
    expect((await refusal('POST', shelf, { headers: json, body: '{}' })).errors).toEqual([
      { pointer: '/text', detail: 'is required.' },
    ]);
  });

  describe('wrong bodies, by the description, are 422 with the pointer', () => {
    const { paths = {} } = openApiDocument(notesEndpoints);
    const cases = notesEndpoints.flatMap((endpoint) => wrongBodies(paths, endpoint).map((it) => ({ ...it, endpoint })));

    test.each(cases)('$endpoint.operationId $name', async ({ endpoint, body, pointer }) => {
      const request = { headers: { ...json, 'if-match': '*' }, body: JSON.stringify(body) };
      const { status, code, errors } = await refusal(endpoint.method, pathOf(endpoint), request);
      expect({ status, code }).toEqual({ status: 422, code: 'invalid_body' });
      expect(errors?.map((error) => error.pointer)).toContain(pointer);
    });

    test('there are some', () => expect(cases.length).toBeGreaterThan(5));
  });

  test('what the graph refuses is a problem: a rule with its pointer, a failure masked', async () => {
    expect(await refusal('POST', shelf, { headers: json, body: '{"text":"unsafe"}' })).toMatchObject({
      status: 422,
      code: 'unsafe_webhook_url',
      errors: [{ pointer: '/text', detail: 'must be safe.' }],
    });
    const failed = await refusal('POST', shelf, { headers: json, body: '{"text":"fail"}' });
    expect(failed).toMatchObject({ status: 500, code: 'internal_error', detail: expect.not.stringContaining('disk') });
  });

  test('pages of other sites neither read nor write what is managed', async () => {
    const origin = { origin: 'https://site.example' };
    const read = await send('GET', note.path, { headers: origin });
    const written = await create({ text: 'x' }, { ...json, ...origin });
    const preflight = await send('OPTIONS', note.path, {
      headers: { ...origin, 'access-control-request-method': 'DELETE' },
    });
    const unknownMethod = await send('PUT', note.path, { headers: origin });
    expect([preflight.status, unknownMethod.status]).toEqual([204, 405]);
    for (const { headers } of [read, written, preflight, unknownMethod]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('what a strong tag names is never compressed', async () => {
    const { headers } = await create({ text: 'long' });
    const text = 'x'.repeat(100);
    for (let index = 0; index < 20; index += 1) await create({ text });
    const gzip = { 'accept-encoding': 'gzip' };
    expect((await send('GET', headers.location ?? '', { headers: gzip })).headers['content-encoding']).toBeUndefined();
    expect((await send('GET', `${shelf}?limit=100`, { headers: gzip })).headers['content-encoding']).toBe('gzip');
  });
});
