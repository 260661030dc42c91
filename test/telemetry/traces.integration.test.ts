import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { newAnime } from '../support/newAnime.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import {
  attributesOf,
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
} from '../support/startTraceReceiver.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';

const SECRET = 'hunter2-in-a-search';

describeWith(['postgres', 'openssl'], 'the traces of a service', () => {
  let traces: TraceReceiver;
  let authority: TestAuthority;
  let receiver: Receiver;
  let database: TestDatabase;
  let service: CatalogService;
  const delivered: IncomingHttpHeaders[] = [];

  beforeAll(async () => {
    traces = await startTraceReceiver();
    authority = await createAuthority();
    receiver = await startReceiver(await authority.issue(['localhost']), (request, response) => {
      delivered.push(request.headers);
      response.writeHead(204).end();
    });
    database = await createTestDatabase();
    service = await startCatalog({
      ...{ DATABASE_URL: database.url, SEARCH: 'off', LOG_LEVEL: 'info' },
      ...{ NODE_EXTRA_CA_CERTS: authority.file, WEBHOOK_ALLOW_TARGETS: targetOf('localhost', receiver.port) },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=the%20key%20of%20a%20test' },
      ...{ OTEL_SERVICE_NAME: 'catalog-of-a-test', OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' },
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_BSP_SCHEDULE_DELAY: '100' },
    });
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
    await receiver?.close();
    await authority?.remove();
    await traces?.close();
  });

  const traceparent = (digit: string, flags: string) => `00-${digit.repeat(32)}-${'b2'.repeat(8)}-${flags}`;
  const ofTrace = (digit: string) => traces.spans.filter(({ traceId }) => traceId === digit.repeat(32));
  const below = (spans: readonly ReceivedSpan[], parent: ReceivedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${service.publicUrl}${path}`, { headers });

  test("run from a request to its operation, as a part of the caller's", async () => {
    const answer = await get('/v1/anime?limit=2', { traceparent: traceparent('a', '01') });
    const requestId = answer.headers.get('x-request-id');
    await answer.text();
    await until(() => ofTrace('a').some(({ name }) => name === 'GET ListAnime'), 20_000);
    const spans = ofTrace('a');
    const request = spans.find(({ name }) => name === 'GET ListAnime');
    expect(request).toMatchObject({ parentSpanId: 'b2'.repeat(8), kind: 2 });
    expect(attributesOf(request?.attributes ?? [])).toMatchObject({
      'http.response.status_code': 200,
      'catalog.request_id': requestId,
    });
    const [operation] = below(spans, request).filter(({ name }) => name.startsWith('ListAnime'));
    expect(operation).toBeDefined();
    expect(traces.resource()).toMatchObject({
      'service.name': 'catalog-of-a-test',
      'deployment.environment.name': 'test',
    });
    expect(traces.headers.at(-1)).toMatchObject({ 'api-key': 'the key of a test' });
  });

  test('are sampled whatever the caller wishes, and name their id in problems and log lines', async () => {
    const [wished, not] = await Promise.all(
      [traceparent('c', '01'), traceparent('d', '00')].map((header) =>
        get('/v1/anime?year=1', { traceparent: header }),
      ),
    );
    expect(await wished?.json()).toMatchObject({ traceId: 'c'.repeat(32) });
    expect(await not?.json()).toMatchObject({ traceId: 'd'.repeat(32) });
    const ownId = expect.stringMatching(/^[\da-f]{32}$/);
    expect(await (await get('/v1/anime?year=1')).json()).toMatchObject({ traceId: ownId });
    const toInternal = { method: 'POST', headers: { traceparent: traceparent('9', '00') } };
    expect((await fetch(`${service.internalUrl}/graphql`, toInternal)).status).toBe(401);
    await until(() => ofTrace('c').length > 0 && ofTrace('d').length > 0, 20_000);
    for (const digit of ['c', 'd']) expect(ofTrace(digit).map(({ name }) => name)).toContain('GET ListAnime');
    const lines = service.output().split('\n');
    for (const digit of ['c', 'd', '9']) {
      expect(lines.some((line) => line.includes('"request"') && line.includes(digit.repeat(32)))).toBe(true);
    }
  });

  test('lead from a publication to the attempts that it causes, whose receivers are told nothing of it', async () => {
    await subscribeAt(service, [`https://${targetOf('localhost', receiver.port)}/hook/${SECRET}`]);
    const query = 'mutation ($input: ImportCatalogInput!) { importCatalog(input: $input) { rejected } }';
    const imported = await fetch(`${service.internalUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${service.environment.INTERNAL_TOKEN}`,
        traceparent: traceparent('e', '01'),
      },
      body: JSON.stringify({ query, variables: { input: { records: newAnime(1, 1) } } }),
    });
    expect(imported.status).toBe(200);
    await until(() => delivered.length === 1, 20_000);
    const names = () => ofTrace('e').map(({ name }) => name);
    await until(() => names().includes('webhook attempt') && names().includes('POST GraphQL'), 20_000);
    const spans = ofTrace('e');
    const request = spans.find(({ name }) => name === 'POST GraphQL');
    const publication = below(spans, request).find(({ name }) => name === 'publication');
    expect(attributesOf(publication?.attributes ?? [])).toMatchObject({ 'catalog.events': 1 });
    const [attempt, ...others] = below(spans, publication);
    expect(others).toEqual([]);
    expect(attributesOf(attempt?.attributes ?? [])).toMatchObject({
      'http.response.status_code': 204,
      'catalog.kind': 'anime.created',
    });
    expect(Object.keys(delivered[0] ?? {}).filter((name) => name.startsWith('trace'))).toEqual([]);
  });

  test('hold no secret and nothing that a caller sent', async () => {
    const headers = { traceparent: traceparent('f', '01'), authorization: `Bearer cac_0123abcd_${SECRET}` };
    await get(`/v1/anime/${SECRET}?limit=${SECRET}`, headers);
    await get(`/v1/anime?externalId=mal:1&sort=${SECRET}`, { traceparent: traceparent('f', '01') });
    await get('/v1/anime?externalId=mal:987654321', { traceparent: traceparent('f', '01') });
    await until(() => ofTrace('f').length > 2, 20_000);
    await service.stop();
    const all = JSON.stringify(traces.spans);
    const { INTERNAL_TOKEN, CURSOR_SECRET } = service.environment;
    for (const secret of [SECRET, '987654321', 'Title 1', INTERNAL_TOKEN, CURSOR_SECRET, database.url]) {
      expect(all).not.toContain(secret);
    }
  });
});
