import { expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';

test('nothing is traced without a place to send it to, or where the SDK is disabled', () => {
  expect(readConfiguration({}).traces).toBeNull();
  expect(readConfiguration({ OTEL_TRACES_SAMPLER: 'always_on' }).traces).toBeNull();
  expect(readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'True' }).traces).toBeNull();
});

test('the defaults are those of OpenTelemetry, with a name', () => {
  expect(readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    sampler: 'parentbased_always_on',
    ratio: 1,
    resource: { 'service.name': 'anime-catalog' },
  });
});

test('everything can be said', () => {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret, x=1=2',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=production',
    OTEL_SERVICE_NAME: 'catalog',
  };
  expect(readConfiguration(variables).traces).toEqual({
    url: 'https://traces.example/otlp',
    headers: { 'api-key': 'a secret', x: '1=2' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.01,
    resource: { 'service.name': 'catalog', 'deployment.environment.name': 'production' },
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector:4317'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', '1%'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
  ['OTEL_SDK_DISABLED', 'yes'],
])('a wrong %s (%s) is refused by name', (name, value) => {
  expect(() => readConfiguration({ [name]: value })).toThrow(name);
});
