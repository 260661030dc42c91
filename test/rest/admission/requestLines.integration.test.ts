import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person } from '../../site/account/person.ts';
import { createTestDatabase, type TestDatabase } from '../../support/createTestDatabase.ts';
import { describeWith } from '../../support/describeWith.ts';
import { PASSWORD } from '../../support/password.ts';
import { type CatalogService, startCatalog } from '../../support/startCatalog.ts';
import { until } from '../../support/until.ts';

describeWith(['postgres'], 'a request line', () => {
  let database: TestDatabase;
  let service: CatalogService;
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startCatalog({ DATABASE_URL: database.url, LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const mutate = async (text: string): Promise<string> => {
    const answer = await fetch(`${service.internalUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.environment.INTERNAL_TOKEN}` },
      body: JSON.stringify({ query: `mutation { ${text} }` }),
    });
    return await answer.text();
  };
  const memberOf = (json: string, name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(json)?.[1] ?? '';

  /** Of a request. */
  const lineOf = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${service.publicUrl}${path}`, {
      headers: { 'x-forwarded-for': '192.0.2.9', ...headers },
    });
    const id = answer.headers.get('x-request-id') ?? 'none';
    let line: string | undefined;
    await until(async () => {
      line = service
        .output()
        .split('\n')
        .find((text) => text.startsWith('{') && text.includes(id));
      return line !== undefined;
    }, 10_000);
    return JSON.parse(line ?? '{}') as { readonly caller?: unknown };
  };
  const callerOf = async (path: string, headers: Record<string, string>) => (await lineOf(path, headers)).caller;

  test('is JSON: what was asked, what was answered, and the trace', async () => {
    const traceparent = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`;
    expect(await lineOf('/v1/anime?limit=2', { traceparent })).toMatchObject({
      ...{ level: 'info', msg: 'request', listener: 'public', method: 'GET', route: '/v1/anime' },
      ...{ operationId: 'ListAnime', status: 200, traceId: 'a1'.repeat(16) },
      ...{ durationMs: expect.any(Number), bytes: expect.any(Number) },
    });
  });

  test('tells who called: an address, a key of an application, a digest of a sub', async () => {
    const application = memberOf(
      await mutate('createApplication(input: { name: "A", owner: "ann" }) { application { id } }'),
      'id',
    );
    const key = memberOf(
      await mutate(`createApiKey(input: { applicationId: "${application}", scopes: ["anime.read"] }) { key }`),
      'key',
    );
    const token = memberOf(
      await mutate('issueToken(input: { user: "ann", scopes: ["anime.read"] }) { token }'),
      'token',
    );
    const address = { quota: 'address 192.0.2.9' };
    expect(await callerOf('/v1/anime', {})).toEqual(address);
    expect(await callerOf('/nothing', {})).toEqual(address);
    expect(await callerOf('/v1/anime', { authorization: 'Bearer nonsense' })).toEqual(address);
    expect(await callerOf('/.well-known/jwks.json', {})).toEqual(address);
    expect(await callerOf('/v1/anime', { authorization: `Bearer ${key}` })).toEqual({
      quota: `application ${application}`,
      key: key.split('_')[1],
      application,
    });
    const sub = hash('sha256', 'ann', 'hex').slice(0, 16);
    // Refused for its scope: still known.
    for (const path of ['/v1/anime', '/v1/search?q=a']) {
      expect(await callerOf(path, { authorization: `Bearer ${token}` })).toEqual({ quota: `user ${sub}`, sub });
    }
    expect(service.output()).not.toContain('"ann"');
  }, 60_000);

  test('tells the address and the person of a session', async () => {
    await mutate(`createUser(input: { name: "kim", password: "${PASSWORD}" }) { user { name } }`);
    const kim = new Person(service.publicUrl);
    await kim.signIn('kim');
    const sub = hash('sha256', 'kim', 'hex').slice(0, 16);
    const cookie = kim.browser.cookieFor(`${service.publicUrl}/account`);
    expect(await callerOf('/account', { cookie })).toEqual({ quota: 'account', address: '192.0.2.9', sub });
  });
});
