import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { targetOf } from '../../src/graph/webhook/receiverUrl.ts';
import { subscribeAt } from '../support/askGraph.ts';
import { createTestDatabase, type TestDatabase } from '../support/createTestDatabase.ts';
import { describeWith } from '../support/describeWith.ts';
import { freePort } from '../support/freePort.ts';
import { newAnime } from '../support/newAnime.ts';
import { openTestService } from '../support/openTestService.ts';
import { type CatalogService, startCatalog } from '../support/startCatalog.ts';
import { createAuthority, type TestAuthority } from '../support/tls/certificates.ts';
import { type Receiver, startReceiver } from '../support/tls/startReceiver.ts';
import { until } from '../support/until.ts';
import { attributesOf, type ReceivedSpan, startTraceReceiver, type TraceReceiver } from './startTraceReceiver.ts';

describeWith(['postgres', 'openssl'], 'the traces of a service', () => {
  const SECRET = 'hunter2-in-a-search';

  let traces: TraceReceiver;
  let authority: TestAuthority;
  let receiver: Receiver;
  let database: TestDatabase;
  let service: CatalogService;
  const delivered: IncomingHttpHeaders[] = [];
  let requestId: string | null;
  let problems: readonly unknown[];

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
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    });
    const answer = await get('/v1/anime?limit=2', { traceparent: traceparent('a', '01') });
    requestId = answer.headers.get('x-request-id');
    await answer.text();
    await publish();
    const secret = { traceparent: traceparent('f', '01'), authorization: `Bearer cac_0123abcd_${SECRET}` };
    await get(`/v1/anime/${SECRET}?limit=${SECRET}`, secret);
    await get(`/v1/anime?externalId=mal:1&sort=${SECRET}`, { traceparent: traceparent('f', '01') });
    await get('/v1/anime?externalId=mal:987654321', { traceparent: traceparent('f', '01') });
    const wishes = [{ traceparent: traceparent('c', '01') }, { traceparent: traceparent('d', '00') }, {}];
    problems = await Promise.all(wishes.map(async (headers) => (await get('/v1/anime?year=1', headers)).json()));
    const toInternal = { method: 'POST', headers: { traceparent: traceparent('9', '00') } };
    expect((await fetch(`${service.internalUrl}/graphql`, toInternal)).status).toBe(401);
    // A service that stops sends what it has.
    await service.stop();
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

  const publish = async () => {
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
    await until(() => delivered.length === 1);
  };

  test("run from a request to its operation, as a part of the caller's", () => {
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

  test('are sampled whatever the caller wishes, and name their id in problems and log lines', () => {
    const ids = ['c'.repeat(32), 'd'.repeat(32), expect.stringMatching(/^[\da-f]{32}$/)];
    expect(problems).toMatchObject(ids.map((traceId) => ({ traceId })));
    for (const digit of ['c', 'd']) expect(ofTrace(digit).map(({ name }) => name)).toContain('GET ListAnime');
    const lines = service.output().split('\n');
    for (const digit of ['c', 'd', '9']) {
      expect(lines.some((line) => line.includes('"request"') && line.includes(digit.repeat(32)))).toBe(true);
    }
  });

  test('lead from a publication to the attempts that it causes, whose receivers are told nothing of it', () => {
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

  test('hold no secret and nothing that a caller sent', () => {
    expect(ofTrace('f').length).toBeGreaterThan(2);
    const all = JSON.stringify(traces.spans);
    const { INTERNAL_TOKEN, CURSOR_SECRET } = service.environment;
    for (const secret of [SECRET, '987654321', 'Title 1', INTERNAL_TOKEN, CURSOR_SECRET, database.url]) {
      expect(all).not.toContain(secret);
    }
  });
});

describeWith(['postgres'], 'a service whose traces nobody takes', () => {
  test('serves and says it once; what comes after the outage arrives', async () => {
    const database = await createTestDatabase();
    const port = await freePort();
    const service = await startCatalog({
      ...{ DATABASE_URL: database.url, SEARCH: 'off', QUOTA_ANONYMOUS: '100000', QUOTA_CREDENTIALED: '200000' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_EXPORTER_OTLP_TIMEOUT: '500' },
      ...{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    });
    try {
      const lines = () => service.output().split('traces cannot be sent').length - 1;
      const read = async () => (await fetch(`${service.publicUrl}/v1/genres`)).status;
      // Several batches fail.
      for (let round = 0; round < 6; round += 1) {
        const answers = await Promise.all(Array.from({ length: 10 }, read));
        await sleep(500);
        expect(new Set(answers)).toEqual(new Set([200]));
      }
      await until(() => lines() === 1, 10_000);
      const traces = await startTraceReceiver(port);
      await until(async () => (await read()) === 200 && traces.spans.length > 0, 20_000);
      expect(lines()).toBe(1);
      await traces.close();
    } finally {
      await service.stop();
      await database.drop();
    }
  }, 120_000);

  test('is not kept from stopping by a receiver that hangs', async () => {
    const traces = await startTraceReceiver();
    traces.hangs(true);
    // Longer than this test may take.
    const OTEL_EXPORTER_OTLP_TIMEOUT = '600000';
    const service = await openTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_EXPORTER_OTLP_TIMEOUT });
    expect((await fetch(`${service.publicUrl}/v1/genres`)).status).toBe(200);
    await service.end();
    await traces.close();
  }, 120_000);
});
