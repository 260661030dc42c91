import { describe, expect, test } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';

describe('variables that nobody reads', () => {
  test.each([
    ['ELASTICSEARCH_ULR', 'ELASTICSEARCH_URL'],
    ['ELASTICSEARCH_APIKEY', 'ELASTICSEARCH_API_KEY'],
    ['cursor_secret', 'CURSOR_SECRET'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('%s is told to be probably %s', (name, meant) => {
    expect(readConfiguration({ [name]: 'x' }).misspelt).toEqual([{ name, meant }]);
  });

  test('is told of one that differs in its case alone, though the right one is set', () => {
    const environment = { REDIS_URl: 'redis://a', REDIS_URL: 'redis://b' };
    expect(readConfiguration(environment).misspelt).toEqual([{ name: 'REDIS_URl', meant: 'REDIS_URL' }]);
  });

  test.each([
    ['is empty', { CURSOR_SECRETS: ' ' }],
    ['stands beside the variable that it is like', { SECRET_KEY: 'x', SECRETS_KEY: 'y' }],
    ['is read by the command line', { INTERNAL_URL: 'http://127.0.0.1:4000' }],
    ['is another program’s', { EXTERNAL_PORT: '1', POSTS: '1', HOSTNAME: 'a', XDG_DATA_DIRS: '/', REDIS_PORT: '6379' }],
    [
      'Kubernetes or Docker adds for a neighbour',
      { ELASTICSEARCH_PORT: 'tcp://10.0.0.1:9200', REDIS_SERVICE_HOST: '10.0.0.2', DATABASE_PORT_5432_TCP: 'x' },
    ],
    [
      'a shell, npm or Node has',
      { SHELL: 'sh', LOGNAME: 'me', NODE_OPTIONS: '-', npm_package_name: 'x', PATH: '/bin', LANG: 'C', TERM: 'xterm' },
    ],
  ])('nothing is said of one that %s', (_which, environment) => {
    expect(readConfiguration(environment as Record<string, string>).misspelt).toEqual([]);
  });
});
