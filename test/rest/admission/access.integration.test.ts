import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createApiKey, revokeApiKey } from '../../../src/graph/application/apiKeys.ts';
import { generateApiKey } from '../../../src/graph/application/apiKeyText.ts';
import { createApplication } from '../../../src/graph/application/createApplication.ts';
import { KEY_SCOPES, SCOPES } from '../../../src/graph/model/scopes.ts';
import { RemoteIssuer } from '../../../src/identity/token/remoteIssuer.ts';
import { TokenVerifier } from '../../../src/identity/token/tokenVerifier.ts';
import { manages } from '../../../src/rest/endpoint/access.ts';
import { type Endpoint, readFacts } from '../../../src/rest/endpoint/endpoint.ts';
import { problemSchema } from '../../../src/rest/problem/problemDocument.ts';
import { routes } from '../../../src/rest/routes.ts';
import { openIssuer, type TestIssuer } from '../../identity/token/openIssuer.ts';
import { describeWith } from '../../support/describeWith.ts';
import { openSampleApi, type SampleApi } from '../support/openSampleApi.ts';

/** An operation for owners alone, of the kind that manages webhooks, which always has something to answer. */
const managed = (scope: 'webhooks.read' | 'webhooks.write'): Endpoint => ({
  ...readFacts,
  path: `/v1/developer/applications/{applicationId}/${scope}`,
  operationId: `Manage ${scope}`,
  access: manages(scope),
  section: 'Platform',
  summary: '',
  description: '',
  pathParameters: z.object({ applicationId: z.string() }),
  queryParameters: z.object({}),
  response: { status: 200, description: '', schema: z.object({}), entityTag: 'weak' },
  prepare: () => async () => ({ kind: 'content', json: '{}', entityTag: 'W/"1"' }),
});
const endpoints = [...routes, managed('webhooks.read'), managed('webhooks.write')];
/** What they refuse who may call, for want of a body, of If-Match, or of a webhook with this id. */
const OTHER_REFUSALS = [400, 404, 409, 415, 422, 428];

interface Credential {
  readonly name: string;
  /** Undefined: nothing is sent. */
  readonly authorization: () => string | undefined;
  /** What a valid one is, as the operation judges it; null: it is not valid. */
  readonly caller: {
    readonly kind: 'key' | 'user' | 'client' | 'nobody';
    readonly scopes: readonly string[];
    readonly owns?: boolean;
  } | null;
}

describeWith(['postgres'], 'every operation with every credential', () => {
  let api: SampleApi;
  let issuer: TestIssuer;
  let applicationId: string;
  const texts = new Map<string, string>();
  let pairs = 0;
  const text = (name: string) => `Bearer ${texts.get(name)}`;

  beforeAll(async () => {
    issuer = await openIssuer();
    const tokens = new TokenVerifier(new RemoteIssuer(issuer.url), 'anime-catalog', {
      name: 'human',
      value: null,
    });
    api = await openSampleApi({ endpoints, tokens });
    const { database } = api.catalog;
    applicationId = (await createApplication(database.client, { name: 'A', owner: 'ann' })).id;
    const key = async (scopes: readonly string[], expiresAt: Date | null = null) =>
      createApiKey(database, { applicationId, scopes, expiresAt }, new Date());
    for (const scope of KEY_SCOPES) texts.set(`key ${scope}`, (await key([scope])).text);
    texts.set('key of all', (await key(KEY_SCOPES)).text);
    const revoked = await key(KEY_SCOPES);
    await revokeApiKey(database.client, revoked.stored.id, new Date());
    texts.set('revoked key', revoked.text);
    const ended = await key(KEY_SCOPES);
    await database.client.apiKey.update({ where: { id: ended.stored.id }, data: { expiresAt: new Date(0) } });
    texts.set('expired key', ended.text);
    texts.set('unknown key', generateApiKey().text);
    texts.set('mistyped key', `${texts.get('key of all')?.slice(0, -1)}_`);
    const all = SCOPES.join(' ');
    for (const scope of SCOPES) texts.set(`person ${scope}`, await issuer.token({ scope, human: true }));
    texts.set('person of all', await issuer.token({ scope: all, human: true }));
    texts.set('person without the claim', await issuer.token({ scope: all }));
    texts.set('another person', await issuer.token({ scope: all, human: true, sub: 'bob' }));
    texts.set('program', await issuer.token({ scope: all, sub: 'app' }));
    texts.set('without scope', await issuer.token({ scope: '' }));
    texts.set('expired token', await issuer.token({ scope: all, exp: Math.floor(Date.now() / 1000) - 61 }));
    texts.set('other audience', await issuer.token({ scope: all, aud: 'other' }));
  }, 60_000);
  afterAll(async () => {
    await api?.close();
    await issuer?.close();
  });

  const person = (scopes: readonly string[], owns = true) => ({ kind: 'user' as const, scopes, owns });
  const credentials: readonly Credential[] = [
    { name: 'nothing', authorization: () => undefined, caller: { kind: 'nobody', scopes: [] } },
    ...KEY_SCOPES.map((scope) => ({
      name: `key ${scope}`,
      authorization: () => text(`key ${scope}`),
      caller: { kind: 'key' as const, scopes: [scope] },
    })),
    { name: 'key of all', authorization: () => text('key of all'), caller: { kind: 'key', scopes: KEY_SCOPES } },
    ...SCOPES.map((scope) => ({
      name: `person ${scope}`,
      authorization: () => text(`person ${scope}`),
      caller: person([scope]),
    })),
    { name: 'person of all', authorization: () => text('person of all'), caller: person(SCOPES) },
    { name: 'another person', authorization: () => text('another person'), caller: person(SCOPES, false) },
    ...['program', 'person without the claim'].map((name) => ({
      name,
      authorization: () => text(name),
      caller: { kind: 'client' as const, scopes: SCOPES },
    })),
    { name: 'without scope', authorization: () => text('without scope'), caller: person([]) },
    ...['revoked key', 'expired key', 'unknown key', 'mistyped key', 'expired token', 'other audience'].map((name) => ({
      name,
      authorization: () => text(name),
      caller: null,
    })),
    ...['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Bearer junk', 'Bearer a.b.c', 'Bearer a b', 'cac_x'].map(
      (sent) => ({ name: JSON.stringify(sent), authorization: () => sent, caller: null }),
    ),
  ];

  /** What is secret of what is sent; empty when nothing is. */
  const secretOf = ({ authorization }: Credential) => {
    const secret = authorization()?.split(' ')[1] ?? '';
    return secret.length > 8 ? secret : '';
  };

  /** The rules of the contract, beside the code that holds them. */
  function expected({ access }: Endpoint, { caller }: Credential): [number, string | null] {
    if (caller === null) return [401, 'invalid_credentials'];
    if (caller.kind === 'nobody') return access.anonymous ? [200, null] : [401, 'invalid_credentials'];
    if (access.scope !== null && !caller.scopes.includes(access.scope)) return [403, 'insufficient_scope'];
    if (access.human && caller.kind !== 'user') return [403, 'human_user_required'];
    if (access.ownerOf !== null && caller.owns !== true) return [403, 'not_owner'];
    return [200, null];
  }

  test.each(endpoints)('$operationId', async (endpoint) => {
    const { method, access } = endpoint;
    const target = api
      .targetOf(endpoint)
      .replace('{applicationId}', applicationId)
      .replace('{deliveryId}', '01a00000-0000-7000-8000-000000000000');
    for (const credential of credentials) {
      const authorization = credential.authorization();
      const answer = await api.send(target, { method, headers: authorization === undefined ? {} : { authorization } });
      const [status, code] = expected(endpoint, credential);
      const isAnswered = answer.status === endpoint.response.status;
      const found = {
        credential: credential.name,
        status: isAnswered ? 200 : answer.status,
        code: null as string | null,
      };
      if (answer.status >= 400) found.code = problemSchema.strict().parse(answer.json()).code;
      if (status === 200 && access.human && OTHER_REFUSALS.includes(answer.status)) {
        found.status = 200;
        found.code = null;
      }
      expect(found).toEqual({ credential: credential.name, status, code });
      pairs += 1;
      expect(answer.headers.vary).toContain('Authorization');
      expect(answer.headers['cache-control']).toBe(authorization === undefined ? 'no-cache' : 'private, no-cache');
      expect(answer.headers['ratelimit-policy']).toContain(
        credential.caller === null || credential.caller.kind === 'nobody' ? '"anonymous"' : '"credentialed"',
      );
      if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="anime-catalog"/);
      if (code === 'insufficient_scope') {
        expect(answer.headers['www-authenticate']).toContain(`scope="${endpoint.access.scope}"`);
      }
      const secret = secretOf(credential);
      if (secret !== '') expect(answer.body.toString() + JSON.stringify(answer.headers)).not.toContain(secret);
    }
  });

  test('the table is generated, and what was sent is in no log', () => {
    expect(routes.length).toBeGreaterThanOrEqual(23);
    expect(credentials.length).toBeGreaterThanOrEqual(25);
    expect(pairs).toBe(endpoints.length * credentials.length);
    const logged = JSON.stringify(api.logs);
    const secrets = credentials.map(secretOf).filter((secret) => secret !== '');
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
  });

  test('an application that there is not is 404, a malformed id the business of the parameters', async () => {
    const headers = { authorization: text('person of all') };
    const at = (id: string) => api.get(`/v1/developer/applications/${id}/webhooks.read`, headers);
    expect((await at('0198c7a2-5b1e-7c3d-9f00-1a2b3c4d5e6f')).status).toBe(404);
    expect((await at(applicationId.toUpperCase())).status).toBe(200);
    expect((await at('nonsense')).status).toBe(200);
    expect((await at('%')).status).toBe(200);
  });

  test("an application's owner is asked for however its id is encoded", async () => {
    const [first = ''] = applicationId;
    const encoded = `%${first.charCodeAt(0).toString(16)}${applicationId.slice(1)}`;
    const as = (name: string) =>
      api.get(`/v1/developer/applications/${encoded}/webhooks.write`, { authorization: text(name) });
    expect((await as('person of all')).status).toBe(200);
    expect((await as('another person')).json()).toMatchObject({ status: 403, code: 'not_owner' });
  });

  test('a credential comes after path and method, before parameters', async () => {
    const headers = { authorization: 'Bearer junk' };
    expect((await api.get('/v1/manga', headers)).status).toBe(404);
    expect((await api.send('/v1/anime', { method: 'DELETE', headers })).status).toBe(405);
    expect((await api.get('/v1/anime?limit=x', headers)).status).toBe(401);
    expect((await api.get('/v1/search?limit=x', { authorization: text('key anime.read') })).status).toBe(403);
  });

  test.each([
    ['/v1/openapi.json', '"anonymous"'],
    ['/v1/reference', '"pages"'],
    ['/v1/problems/not_found', undefined],
  ])('is nothing to %s, which asks nobody for one', async (path, policy) => {
    const answer = await api.get(path, { authorization: 'Bearer junk' });
    expect([answer.status, answer.headers.ratelimit?.toString().split(';')[0]]).toEqual([200, policy]);
  });
});
