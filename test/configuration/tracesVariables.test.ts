import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'catalog-traces-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: string): string {
  const path = join(folder, content);
  writeFileSync(path, content);
  return path;
}

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';

/** What is wrong or not supported, in each variable that counts only where traces are sent. */
const WRONG: [name: string, value: string][] = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
  ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'api-key'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'protobuf'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '10s'],
  ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', '-1'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd'],
  ['OTEL_EXPORTER_OTLP_TRACES_COMPRESSION', 'zstd'],
  ['OTEL_EXPORTER_OTLP_CERTIFICATE', '/no/such/file'],
  ['OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE', '/no/such/file'],
  ['OTEL_EXPORTER_OTLP_CLIENT_KEY', '/no/such/file'],
  ['OTEL_BSP_SCHEDULE_DELAY', '-1'],
  ['OTEL_BSP_EXPORT_TIMEOUT', 'x'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0'],
  ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '4096'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', '1%'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
  ['OTEL_PROPAGATORS', 'b3'],
  ['OTEL_PROPAGATORS', 'none'],
];

test('nothing is traced without a place to send it to', () => {
  expect(readConfiguration({}).traces).toBeNull();
  expect(readConfiguration({ OTEL_TRACES_SAMPLER: 'always_on' }).traces).toBeNull();
});

test.each([{ OTEL_SDK_DISABLED: 'True' }, { OTEL_TRACES_EXPORTER: 'none' }])(
  '%j turns traces off, whatever the other variables say',
  (off) => {
    const environment = { ...Object.fromEntries(WRONG), OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_LOG_LEVEL: 'debug', ...off };
    expect(readConfiguration(environment)).toMatchObject({ traces: null, unread: [] });
  },
);

test('the exporter alone sends traces to where OpenTelemetry says', () => {
  expect(readConfiguration({ OTEL_TRACES_EXPORTER: 'otlp' }).traces?.url).toBe('http://localhost:4318/v1/traces');
});

test('the defaults are those of OpenTelemetry, but for JSON, a name and a shorter delay', () => {
  expect(readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    url: 'http://collector:4318/v1/traces',
    protocol: 'http/json',
    headers: {},
    compression: 'none',
    timeoutMs: 10_000,
    tls: {},
    batches: { delayMs: 1_000, timeoutMs: 30_000, waiting: 2_048, size: 512 },
    sampler: 'parentbased_always_on',
    ratio: 1,
    resource: { 'service.name': 'anime-catalog' },
  });
});

test('everything can be said', () => {
  const variables = {
    OTEL_SDK_DISABLED: 'false',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret, x=1=2',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_EXPORTER_OTLP_CERTIFICATE: file('authority'),
    OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: file('certificate'),
    OTEL_EXPORTER_OTLP_CLIENT_KEY: file('key'),
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_BSP_EXPORT_TIMEOUT: '2000',
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=production',
    OTEL_SERVICE_NAME: 'catalog',
    OTEL_PROPAGATORS: 'tracecontext, baggage',
  };
  const said = {
    url: 'http://collector:4318/v1/traces',
    protocol: 'http/protobuf',
    headers: { 'api-key': 'a secret', x: '1=2' },
    compression: 'gzip',
    timeoutMs: 500,
    tls: { ca: 'authority', cert: 'certificate', key: 'key' },
    batches: { delayMs: 200, timeoutMs: 2_000, waiting: 100, size: 10 },
    sampler: 'parentbased_traceidratio',
    ratio: 0.01,
    resource: { 'service.name': 'catalog', 'deployment.environment.name': 'production' },
  };
  expect(readConfiguration(variables)).toMatchObject({ traces: said, unread: [], misspelt: [] });
  const ofTraces = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x=2',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '600',
    OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'none',
    OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: file('its authority'),
    OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: file('its certificate'),
    OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY: file('its key'),
  };
  expect(readConfiguration({ ...variables, ...ofTraces }).traces).toEqual({
    ...said,
    url: 'https://traces.example/otlp',
    protocol: 'http/json',
    headers: { 'api-key': 'a secret', x: '2' },
    compression: 'none',
    timeoutMs: 600,
    tls: { ca: 'its authority', cert: 'its certificate', key: 'its key' },
  });
});

test.each([...WRONG, ['OTEL_SDK_DISABLED', 'yes'], ['OTEL_TRACES_EXPORTER', 'zipkin']])(
  'a wrong %s (%s) is refused by name',
  (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(name);
  },
);

test('variables that change nothing are named, once', () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    // Two letters from OTEL_BSP_SCHEDULE_DELAY, and right for logs.
    OTEL_BLRP_SCHEDULE_DELAY: '1',
    OTEL_EXPORTER_OTLP_ENDPONT: 'http://collector:4318',
    OTEL_EXPORTER_ZIPKIN_ENDPOINT: 'http://zipkin:9411',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  };
  const unread = [
    'OTEL_BLRP_SCHEDULE_DELAY',
    'OTEL_EXPORTER_OTLP_ENDPONT',
    'OTEL_EXPORTER_ZIPKIN_ENDPOINT',
    'OTEL_METRICS_EXPORTER',
    'OTEL_TRACES_SAMPLER_ARG',
  ];
  expect(readConfiguration(environment)).toMatchObject({ unread, misspelt: [] });
});
