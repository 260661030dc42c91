import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import { openTestService, TEST_TOKEN, type TestService } from '../support/openTestService.ts';
import { until } from '../support/until.ts';

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly unknown[];
    readonly extensions: { readonly code: string; readonly requestId?: string };
  }[];
}

describeWith(['postgres'], 'the internal listener', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ INTERNAL_READ_TOKEN: 'token-of-a-dashboard', METRICS_PORT: '0' });
  }, 60_000);
  afterAll(() => service?.end(), 30_000);

  const answerOf = async (response: Response) => (await response.json()) as Answer;
  const at = (path: string, init: RequestInit = {}) => fetch(service.internalUrl + path, init);

  it('answers probes and metrics to anybody, each with a request id', async () => {
    const live = await at('/livez');
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
    expect(live.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const ready = await at('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready', parts: { database: { status: 'ok' } } });
  });

  it('counts requests by listener and operation but probes, and shows pool, caches, imports and event loop', async () => {
    await fetch(`${service.publicUrl}/v1`).then((response) => response.text());
    await fetch(`${service.publicUrl}/v1/anime?limit=x`).then((response) => response.text());
    await fetch(`${service.publicUrl}/nothing`, { method: 'PURGE' }).then((response) => response.text());
    const record = {
      type: 'anime',
      source: 'mal',
      sourceId: '1',
      titles: [{ title: 'Cowboy Bebop', language: 'ja-Latn', kind: 'official' }],
    };
    const imported = await service.ask({
      query: 'mutation($input: ImportCatalogInput!) { importCatalog(input: $input) { created rejected } }',
      variables: { input: { records: [record, { type: 'anime' }] } },
    });
    expect(await imported.json()).toEqual({ data: { importCatalog: { created: 1, rejected: 1 } } });
    for (const probe of ['/livez', '/readyz']) await (await at(probe)).text();
    // Housekeeping begins with the service, and tells when it is done.
    await until(async () => (await (await at('/metrics')).text()).includes('{work="audit events"}'));
    const response = await at('/metrics');
    expect(response.headers.get('content-type')).toContain('version=0.0.4');
    const text = await response.text();
    for (const sample of [
      'anime_catalog_http_request_duration_seconds_count{listener="public",operation="GetPlatformInfo"} 1',
      'anime_catalog_http_request_errors_total{listener="public",operation="ListAnime",result="4xx"} 1',
      'anime_catalog_http_request_duration_seconds_count{listener="public",operation="none"} 1',
      'anime_catalog_http_request_errors_total{listener="public",operation="none",result="4xx"} 1',
      'anime_catalog_http_request_duration_seconds_bucket{le="+Inf",listener="internal",operation="GraphQL"} 1',
      'anime_catalog_readiness{status="ready"} 1',
      'anime_catalog_readiness{status="unready"} 0',
      'anime_catalog_publications_total 1',
      'anime_catalog_events_published_total 1',
      'anime_catalog_publication_wait_seconds_count ',
      'anime_catalog_database_connection_wait_seconds_count ',
      'anime_catalog_webhook_slots_in_use{webhooks="prompt"} 0',
      'anime_catalog_housekeeping_success_timestamp_seconds{work="audit events"}',
      'anime_catalog_import_records_total{outcome="created"} 1',
      'anime_catalog_import_records_total{outcome="rejected"} 1',
      'anime_catalog_import_batch_duration_seconds_count 1',
      'anime_catalog_database_pool_waiting 0',
      'anime_catalog_representation_cache_lookups_total{result="hit"}',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(sample);
    }
    expect(text).not.toContain('listener="internal",operation="none"');
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-of-somebody' }],
    ['the token in another scheme', { authorization: `Basic ${TEST_TOKEN}` }],
    ['a token that begins the same', { authorization: `Bearer ${TEST_TOKEN}x` }],
  ])('refuses /graphql with %s before it reads the body', async (_what, headers: Record<string, string>) => {
    const response = await at('/graphql', { method: 'POST', headers, body: 'not even JSON' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    const [error] = (await answerOf(response)).errors ?? [];
    expect(error?.extensions).toEqual({
      code: 'invalid_credentials',
      requestId: response.headers.get('x-request-id'),
    });
    expect(error?.message).toContain('INTERNAL_TOKEN');
  });

  it('reads with INTERNAL_READ_TOKEN, and refuses its mutations', async () => {
    const ask = async (query: string) => {
      const response = await service.ask({ query }, { authorization: 'Bearer token-of-a-dashboard' });
      return [response.status, await answerOf(response)] as const;
    };
    expect(await ask('{ users { nodes { name } } }')).toEqual([200, { data: { users: { nodes: [] } } }]);
    for (const mutation of [
      'mutation { createUser(input: { name: "eve", password: "correct horse battery" }) { user { name } } }',
      'mutation { openDesk(input: { reviewer: "eve" }) { path } }',
      'mutation { __typename }',
    ]) {
      const [status, { errors, data }] = await ask(mutation);
      expect([status, errors?.[0]?.extensions.code, data]).toEqual([403, 'insufficient_scope', undefined]);
    }
    expect(await service.ports.database.client.user.count()).toBe(0);
  });

  const refused: readonly (readonly [what: string, body: unknown, message: RegExp])[] = [
    ['no JSON', '{"query":', /not JSON/],
    ['no UTF-8', new Blob([Uint8Array.of(0x22, 0xe9, 0x22)]), /not UTF-8/],
    ['a member twice', '{"query":"{ __typename }","variables":{"a":1,"\\u0061":2}}', /member "\\u0061" twice/],
    ['nothing to run', {}, /no operation/],
    ['a query that is no text', { query: 1 }, /"query" must be a string/],
    ['variables in a list', { query: '{ __typename }', variables: [] }, /"variables" must be an object/],
    ['an operation name that is no text', { query: '{ __typename }', operationName: 1 }, /"operationName" must be a/],
    ['a batch', [{ query: '{ __typename }' }, { query: '{ __typename }' }], /batch/i],
    ['broken GraphQL', { query: '{ animeList ' }, /Syntax Error/],
    ['an unknown field', { query: '{ animeLst { nodes { id } } }' }, /"animeLst".*Did you mean "animeList"/],
    ['a wrong variable', { query: 'query($id: UUID!) { anime(id: $id) { id } }', variables: { id: 'x' } }, /UUID/],
    ['more tokens than 5,000', { query: `{ ${'__typename '.repeat(5_001)} }` }, /5000 tokens/],
    [
      'a costly page of pages, by variables',
      {
        query:
          'query($first: Int!) { animeList(first: $first) { nodes { episodes(first: 100) { nodes { id title number status releasedAt } } } } }',
        variables: { first: 100 },
      },
      /at most 50000 are allowed/,
    ],
    [
      'the schema, ten times',
      {
        query: `{ ${'abcdefghij'.replace(/./g, (name) => `${name}: __schema { types { fields { name description args { name type { ...T } } type { ...T } } inputFields { name type { ...T } } } } `)} } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }`,
      },
      /at most 50000 are allowed|introspection/,
    ],
    ['two operations and no name', { query: 'query A { __typename } query B { __typename }' }, /operation/i],
    ['an unknown operation', { query: 'query A { __typename }', operationName: 'B' }, /"B"/],
    ['a persisted query', { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }, /persisted/i],
  ];

  it.each(refused)('answers %s with 400, a code and what is wrong', async (_what, body, message) => {
    const response = await service.ask(body);
    const answer = await answerOf(response);
    expect(answer.errors?.map((error) => error.message).join('\n')).toMatch(message);
    expect(response.status).toBe(400);
    for (const { extensions } of answer.errors ?? []) {
      expect(extensions.code).toMatch(/^invalid_(request|parameter)$/);
      expect(extensions.requestId).toBe(response.headers.get('x-request-id'));
    }
    expect(JSON.stringify(answer)).not.toMatch(/stack|node_modules/);
  });

  it('refuses other bodies than JSON, such as are too large, and to answer anything else', async () => {
    const form = await service.ask('query=%7B__typename%7D', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([form.status, (await answerOf(form)).errors?.[0]?.extensions.code]).toEqual([415, 'unsupported_media_type']);
    const page = await service.ask({ query: '{ __typename }' }, { accept: 'text/html' });
    expect([page.status, (await answerOf(page)).errors?.[0]?.extensions]).toEqual([
      406,
      { code: 'invalid_request', requestId: page.headers.get('x-request-id') },
    ]);
    const large = await service.ask({ query: '{ __typename }', variables: { padding: 'x'.repeat(9_000_000) } });
    expect([large.status, (await answerOf(large)).errors?.[0]?.extensions.code]).toEqual([413, 'payload_too_large']);
  });

  it('leads /graphiql, which people type, to its page, and tells which program it is', async () => {
    const typed = await at('/graphiql', { redirect: 'manual' });
    expect([typed.status, typed.headers.get('location')]).toEqual([302, '/graphql']);
    expect(await (await at('/metrics')).text()).toMatch(
      /^anime_catalog_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*"\} 1$/m,
    );
  });

  it('refuses other methods, and paths it does not have', async () => {
    const get = await at('/graphql?query={__typename}', { headers: { authorization: `Bearer ${TEST_TOKEN}` } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    const path = await at('/graphiql/../../package.json');
    expect(path.status).toBe(404);
    expect((await answerOf(path)).errors?.[0]?.extensions.code).toBe('not_found');
  });

  it('lets the schema be read as GraphiQL does', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const response = await service.ask({
      query: getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
    });
    expect(response.status).toBe(200);
    expect((await answerOf(response)).data).toHaveProperty('__schema.types');
  });

  it('masks what fails inside, and names the request to find it by', async () => {
    const { client } = service.ports.database;
    await client.$executeRawUnsafe('ALTER TABLE genre RENAME TO genre_gone');
    await client.$executeRawUnsafe('CREATE VIEW genre AS SELECT * FROM genre_gone WHERE 1 / 0 > 0');
    try {
      const response = await service.ask({ query: '{ genres { nodes { slug } } }' });
      const { errors } = await answerOf(response);
      expect(errors?.[0]).toMatchObject({
        message: 'Internal error.',
        path: ['genres'],
        extensions: { code: 'internal_error', requestId: response.headers.get('x-request-id') },
      });
      expect(JSON.stringify(errors)).not.toContain('genre_gone');
    } finally {
      await client.$executeRawUnsafe('DROP VIEW genre');
      await client.$executeRawUnsafe('ALTER TABLE genre_gone RENAME TO genre');
    }
  });

  it('answers what it can beside what fails', async () => {
    const response = await service.ask({
      query: '{ search(q: "a") { found } events(kinds: []) { position } animeList(first: 1) { nodes { id } } }',
    });
    const { data, errors } = await answerOf(response);
    expect([response.status, data]).toEqual([
      200,
      { search: null, events: null, animeList: { nodes: [expect.anything()] } },
    ]);
    const codes = errors?.map(({ extensions }) => extensions.code).sort();
    expect(codes).toEqual(['invalid_parameter', 'search_unavailable']);
  });

  it('examines itself for the operator', async () => {
    const response = await service.ask({ query: '{ diagnostics { name status detail remedy } }' });
    const { diagnostics } = ((await response.json()) as { data: { diagnostics: { name: string; status: string }[] } })
      .data;
    expect(Object.fromEntries(diagnostics.map(({ name, status }) => [name, status]))).toEqual({
      configuration: 'OK',
      // A busy machine may answer late.
      database: expect.stringMatching(/^(OK|WARNING)$/),
      connections: 'OK',
      migrations: 'OK',
      secrets: 'OK',
      search: 'OFF',
      redis: 'OFF',
      issuer: 'OK',
      account: 'OK',
      desk: 'OK',
      clock: 'OK',
    });
  });

  it('has a port for probes and metrics alone where METRICS_PORT says so', async () => {
    expect(service.metricsUrl).not.toBe(service.internalUrl);
    const statuses = (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(`${service.metricsUrl}${path}`)).status));
    expect(await statuses(['/livez', '/readyz', '/metrics'])).toEqual([200, 200, 200]);
    expect(await statuses(['/graphql', '/review', '/graphiql', '/'])).toEqual(Array(4).fill(404));
    expect((await fetch(`${service.metricsUrl}/graphql`, { method: 'POST' })).status).toBe(404);
  });
});
