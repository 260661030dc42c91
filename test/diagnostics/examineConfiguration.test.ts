import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { examineConfiguration, nodeText } from '../../src/diagnostics/examineConfiguration.ts';

describe('examineConfiguration', () => {
  it.each([
    [{}, 'ok', null],
    [{ INTERNAL_HOST: 'localhost', DATABASE_URL: 'postgresql://db/catalog', NODE_ENV: 'production' }, 'ok', null],
    [{ NODE_ENV: 'production' }, 'warning', 'DATABASE_URL'],
    [{ TRUST_PROXY: 'true' }, 'warning', 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'loopback' }, 'ok', null],
    [{ PUBLIC_URL: 'https://catalog.example.org' }, 'warning', 'TRUST_PROXY'],
    [{ PUBLIC_URL: 'https://catalog.example.org', TRUST_PROXY: '1' }, 'ok', null],
    [{ PUBLIC_URL: 'https://catalog.example.org', TRUST_PROXY: 'none' }, 'ok', null],
    [{ PUBLIC_URL: 'https://catalog.example.org', ROLES: 'graph' }, 'ok', null],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'ok', null],
    [{ INTERNAL_HOST: '0.0.0.0' }, 'warning', 'INTERNAL_HOST'],
    [{ ELASTICSEARCH_ULR: 'http://search:9200' }, 'warning', 'reads ELASTICSEARCH_URL'],
  ])('%j is %s', (environment, status, remedy) => {
    const check = examineConfiguration(readConfiguration(environment as Record<string, string>), null);
    expect(check.status).toBe(status);
    if (remedy === null) expect(check.remedy).toBeNull();
    else expect(check.remedy).toContain(remedy);
  });
  it('tells that the line of Node 20 has ended', () => {
    expect(nodeText('v20.19.5')).toMatch(
      /^v20\.19\.5, which works .* no security fixes since April 2026: run 22 or 24$/,
    );
    expect(['v22.12.0', 'v24.1.0'].map(nodeText)).toEqual(['v22.12.0', 'v24.1.0']);
    expect(examineConfiguration(readConfiguration({}), null).detail).toContain(`Node ${nodeText(process.version)}.`);
  });
  it.each([{}, { TRUST_PROXY: 'none' }, { TRUST_PROXY: 'uniquelocal' }])(
    'tells of a proxy that %j leaves out',
    (environment) => {
      const { status, remedy } = examineConfiguration(readConfiguration(environment), '100.64.0.7');
      expect(status).toBe('warning');
      expect(remedy).toMatch(/^100\.64\.0\.7 sends X-Forwarded-For.*TRUST_PROXY/);
    },
  );
});
