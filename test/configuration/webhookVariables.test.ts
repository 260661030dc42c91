import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

const read = (environment: Record<string, string>) => readConfiguration(environment).webhooks;

describe('the variables of webhooks', () => {
  it('have the defaults of the operator’s table', () => {
    expect(read({})).toEqual({ concurrency: 64, allowTargets: new Set() });
  });

  it('are read', () => {
    expect(
      read({
        WEBHOOK_CONCURRENCY: '1000',
        WEBHOOK_ALLOW_TARGETS: 'Localhost:8443, [::1]:9000,10.0.0.1:443',
      }),
    ).toEqual({
      concurrency: 1_000,
      allowTargets: new Set(['localhost:8443', '[::1]:9000', '10.0.0.1:443']),
    });
  });

  it.each([
    ['WEBHOOK_CONCURRENCY', '0'],
    ['WEBHOOK_CONCURRENCY', '1001'],
    ['WEBHOOK_CONCURRENCY', '1e2'],
    ['WEBHOOK_CONCURRENCY', '-1'],
    ['WEBHOOK_ALLOW_TARGETS', 'localhost'],
    ['WEBHOOK_ALLOW_TARGETS', 'https://localhost:8443'],
    ['WEBHOOK_ALLOW_TARGETS', 'localhost:0'],
    ['WEBHOOK_ALLOW_TARGETS', 'localhost:65536'],
    ['WEBHOOK_ALLOW_TARGETS', '::1:443'],
    ['WEBHOOK_ALLOW_TARGETS', 'localhost:443,'],
  ])('%s=%s stops the start with a line that names it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });

  it('exempt no target in production', () => {
    const production = { NODE_ENV: 'production', WEBHOOK_ALLOW_TARGETS: 'localhost:8443' };
    expect(() => read(production)).toThrow('WEBHOOK_ALLOW_TARGETS');
  });
});
