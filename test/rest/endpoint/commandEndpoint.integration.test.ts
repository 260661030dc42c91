import { beforeEach, expect, test } from '@jest/globals';
import { describeWith } from '../../support/describeWith.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { refusalOf } from '../support/describeParameters.ts';
import type { HttpRequest } from '../support/sendRequest.ts';
import { openOwnersApi } from '../webhook/openOwnersApi.ts';

const json = { 'content-type': 'application/json' };
const UNKNOWN = '0198c7a2-5b1e-7c3d-9f00-ffffffffffff';
const webhook = { name: 'Announcer', url: 'https://hooks.example.org/anime', events: ['anime.created'] };

// The webhooks' endpoints are those that write.
describeWith(['postgres'], 'endpoints that write', () => {
  const owners = ofSuite(openOwnersApi);
  /** Path of the webhooks of an application of each test's own, and of one of them. */
  let [list, path, tag] = ['', '', ''];

  const send = (method: string, target: string, { headers = {}, body }: HttpRequest = {}) =>
    owners.send(method, target, headers, body);
  const refusal = (method: string, target: string, request: HttpRequest = {}) =>
    refusalOf({ send: (to, sent) => send(method, to, sent) }, method, target, request);
  const create = (body = JSON.stringify(webhook), headers: Record<string, string> = json) =>
    send('POST', list, { headers, body });
  const refused = (body: string, headers: Record<string, string> = json) => refusal('POST', list, { headers, body });

  beforeEach(async () => {
    list = await owners.apply();
    const { headers } = await create();
    [path, tag] = [headers.location ?? '', headers.etag ?? ''];
  });

  test('If-Match guards changes: a lost update is 409', async () => {
    const patch = (ifMatch: string, name: string) =>
      send('PATCH', path, { headers: { ...json, 'if-match': ifMatch }, body: JSON.stringify({ name }) });
    const second = await patch(tag, 'second');
    expect([second.status, second.json()]).toEqual([200, expect.objectContaining({ name: 'second', revision: 2 })]);
    for (const stale of [tag, `W/${second.headers.etag}`, '"other"', 'junk', '']) {
      const { status } = await patch(stale, 'lost');
      expect({ stale, status }).toEqual({ stale, status: stale === '' ? 428 : 409 });
    }
    expect((await patch(`"other", ${second.headers.etag}`, 'third')).json()).toMatchObject({ revision: 3 });
    expect((await patch('*', 'fourth')).json()).toMatchObject({ revision: 4 });
  });

  test('refusals come in order: parameters, resource, If-Match, media type, size, JSON, members, state', async () => {
    const text = { 'content-type': 'text/plain' };
    const stale = { ...json, 'if-match': '"stale"' };
    const large = 'x'.repeat(17_000);
    const ladder: [target: string, headers: Record<string, string>, body: string, status: number, code: string][] = [
      [`${list}/nonsense?x=1`, text, large, 400, 'unknown_parameter'],
      [`${list}/nonsense`, text, large, 400, 'invalid_parameter'],
      [`${list}/${UNKNOWN}`, text, large, 404, 'not_found'],
      [path, text, large, 428, 'precondition_required'],
      [path, { ...stale, ...text }, large, 415, 'unsupported_media_type'],
      [path, stale, large, 413, 'payload_too_large'],
      [path, stale, '{', 400, 'invalid_request'],
      [path, stale, '{"name":""}', 422, 'invalid_body'],
      [path, stale, '{"name":"x"}', 409, 'conflict'],
    ];
    for (const [target, headers, body, status, code] of ladder) {
      expect(await refusal('PATCH', target, { headers, body })).toMatchObject({ status, code });
    }
    expect((await send('GET', path)).headers.etag).toBe(tag);
  });

  test('media types are those that the operation takes, in UTF-8 and uncompressed', async () => {
    const types = ['application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"', 'application/json ; a=b'];
    for (const type of types) expect((await create(undefined, { 'content-type': type })).status).toBe(201);
    const mergePatch = { 'content-type': 'application/merge-patch+json' };
    const patch = { headers: { ...mergePatch, 'if-match': '*' }, body: '{"name":"ok"}' };
    expect((await send('PATCH', path, patch)).status).toBe(200);
    const others = ['application/jsonx', 'application/json; charset=latin1'].map((type) => ({ 'content-type': type }));
    for (const headers of [{}, mergePatch, ...others, { ...json, 'content-encoding': 'gzip' }]) {
      const { status, detail } = await refused(JSON.stringify(webhook), headers);
      expect({ headers, status }).toEqual({ headers, status: 415 });
      expect(detail.length).toBeGreaterThan(20);
    }
  });

  test('bodies end at 16 kB, declared or not', async () => {
    const largest = JSON.stringify(webhook).padEnd(16 * 1024, ' ');
    expect((await create(largest)).status).toBe(201);
    const { status, headers } = await refused(`${largest} `);
    expect({ status, connection: headers.connection }).toEqual({ status: 413, connection: 'close' });
    expect((await refused(`${largest} `, { ...json, 'transfer-encoding': 'chunked' })).status).toBe(413);
  });

  test.each(['', '{', "{'name':1}", '{"name":"x"} {}', '\ufeff{}x', '{"name":"x","name":"x"}'])(
    '%j is no JSON, or no good one: 400',
    async (body) => expect(await refused(body)).toMatchObject({ status: 400, code: 'invalid_request' }),
  );

  test.each([
    ['[]', ['']],
    ['null', ['']],
    ['{}', ['/name', '/url', '/events']],
    [
      '{"name":"","events":1,"colour":1,"__proto__":{"a":1},"a/b~c":1}',
      ['/name', '/url', '/events', '/colour', '/__proto__', '/a~1b~0c'],
    ],
  ])('%s is 422 with a pointer to every member at fault', async (body, pointers) => {
    const { status, code, errors = [], detail } = await refused(body);
    expect([status, code, errors.map(({ pointer }) => pointer)]).toEqual([422, 'invalid_body', pointers]);
    for (const { pointer, detail: one } of errors) expect(detail).toContain(`${pointer || 'The body'} ${one}`);
  });

  test('pages of other sites neither read nor write what is managed', async () => {
    const origin = { origin: 'https://site.example' };
    const preflight = { ...origin, 'access-control-request-method': 'DELETE' };
    const answers = [
      await send('GET', path, { headers: origin }),
      await create(undefined, { ...json, ...origin }),
      await send('OPTIONS', path, { headers: preflight }),
      await send('PUT', path, { headers: origin }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 204, 405]);
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('what a strong tag names is never compressed', async () => {
    for (let count = 0; count < 5; count += 1) await create();
    const headers = { 'accept-encoding': 'gzip' };
    expect((await send('GET', path, { headers })).headers['content-encoding']).toBeUndefined();
    expect((await send('GET', `${list}?limit=100`, { headers })).headers['content-encoding']).toBe('gzip');
  });
});
