import { expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';

test.each([
  ['nothing', {}],
  ['no address', { OTEL_TRACES_SAMPLER_ARG: '0.5', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k' }],
  ['none', { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is traced with %s', (_what, environment) => {
  expect(readConfiguration(environment).traces).toBeNull();
});

test('all traces are sent as protobuf, unless a variable says otherwise, of which the one for traces wins', () => {
  expect(readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    protocol: 'http/protobuf',
    ratio: 1,
    exporter: { OTEL_EXPORTER_OTLP_ENDPOINT },
  });
  const exporter = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=the%20key',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'tenant=catalog',
  };
  const protocols = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' };
  const others = { OTEL_TRACES_SAMPLER_ARG: '0.01', OTEL_SERVICE_NAME: 'catalog', OTEL_BSP_SCHEDULE_DELAY: '500' };
  expect(readConfiguration({ ...exporter, ...protocols, ...others })).toMatchObject({
    traces: { protocol: 'http/json', ratio: 0.01, exporter },
    misspelt: [],
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%zz'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER_ARG', '1%'],
])('%s is not %s', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(name);
});
