import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readServiceAddress } from '../../src/cli/client/serviceAddress.ts';
import { type Configuration, readConfiguration } from '../../src/configuration/configuration.ts';
import { secretNames } from '../../src/configuration/readVariables.ts';
import { table } from '../../src/configuration/variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'catalog-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const urls: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://user:secret@db/catalog',
  DATABASE_DIRECT_URL: 'postgresql://user:secret@db/catalog',
  ELASTICSEARCH_URL: 'https://user:secret@es:9200',
  REDIS_URL: 'redis://:secret@redis:6379',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@collector:4318',
};

const remote = { OAUTH_ISSUER: 'https://issuer.example.org', PORTAL_CLIENT_ID: 'catalog' };

describe('a secret in a file', () => {
  it.each(secretNames(table))('is read for %s, without one newline at its end', (name) => {
    const value = name.endsWith('HEADERS') ? 'api-key=secret' : (urls[name] ?? 'secret');
    for (const end of ['', '\n', '\r\n']) {
      const configuration = readConfiguration({
        ...urls,
        ...remote,
        [name]: undefined,
        [`${name}_FILE`]: file('value', `${value}${end}`),
      });
      expect([configuration[name as keyof Configuration]].flat()).toEqual([value]);
      expect(configuration.misspelt).toEqual([]);
    }
  });

  it('is found by the commands too', async () => {
    const address = await readServiceAddress({ INTERNAL_TOKEN_FILE: file('token', 'the-token\n') });
    expect(address.token).toBe('the-token');
  });

  it.each([
    [
      'given twice',
      { SECRETS_KEY: 'a', SECRETS_KEY_FILE: '/x' },
      /^SECRETS_KEY_FILE is set and SECRETS_KEY too: unset one/,
    ],
    [
      'missing',
      { SECRETS_KEY_FILE: '/nowhere/key' },
      /^SECRETS_KEY_FILE names "\/nowhere\/key", which cannot be read \(ENOENT\)/,
    ],
    ['a folder', { DATABASE_URL_FILE: folder }, /^DATABASE_URL_FILE names .*cannot be read \(EISDIR\)/],
    ['empty', { REDIS_URL_FILE: file('empty', '\n') }, /^REDIS_URL_FILE names .*, which is empty/],
    ['wrong', { DATABASE_URL_FILE: file('wrong', 'mysql://root:hunter2@db/x') }, /^DATABASE_URL has a wrong value/],
    ['of several lines', { INTERNAL_TOKEN_FILE: file('lines', 'one\ntwo\n') }, /^INTERNAL_TOKEN has a wrong value/],
  ])('that is %s is one line that says so', (_what, environment, message) => {
    expect(() => readConfiguration(environment)).toThrow(message);
    expect(() => readConfiguration(environment)).not.toThrow(/hunter2|\n/);
  });
});
