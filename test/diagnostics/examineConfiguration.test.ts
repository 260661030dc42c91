import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { examineConfiguration } from '../../src/diagnostics/examineConfiguration.ts';

describe('examineConfiguration', () => {
  it.each([
    [{}, 'ok', null],
    [{ INTERNAL_HOST: 'localhost', DATABASE_URL: 'postgresql://db/catalog', NODE_ENV: 'production' }, 'ok', null],
    [{ NODE_ENV: 'production' }, 'warning', 'DATABASE_URL'],
    [{ TRUST_PROXY: 'true' }, 'warning', 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'loopback' }, 'ok', null],
    [{ INTERNAL_HOST: '0.0.0.0' }, 'warning', 'INTERNAL_HOST'],
    [{ ELASTICSEARCH_ULR: 'http://search:9200' }, 'warning', 'reads ELASTICSEARCH_URL'],
  ])('%j is %s', (environment, status, remedy) => {
    const check = examineConfiguration(readConfiguration(environment as Record<string, string>));
    expect(check.status).toBe(status);
    if (remedy === null) expect(check.remedy).toBeNull();
    else expect(check.remedy).toContain(remedy);
  });
});
