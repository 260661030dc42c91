import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { ConfigurationError } from '../../src/configuration/configurationError.ts';

function messageFor(environment: Record<string, string>): string {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(environment)}`);
}

describe('defaults', () => {
  it('are those of the operator’s table', () => {
    const configuration = readConfiguration({});
    expect(configuration).toMatchObject({
      production: false,
      public: { host: '0.0.0.0', port: 3000 },
      internal: { host: '127.0.0.1', port: 4000 },
      databaseUrl: null,
      databaseDirectUrl: null,
      search: true,
      elasticsearch: null,
      trustProxy: false,
      connectionsPerAddress: 256,
      sampleData: 'on',
      logLevel: 'info',
      given: { internalToken: null, cursorSecret: null },
    });
    expect([...configuration.roles]).toEqual(['rest', 'graph', 'indexer', 'webhooks']);
    expect(configuration.dataDir).toBe(`${process.cwd()}/.data`);
  });

  it('hold for empty and blank variables too', () => {
    const blank = {
      PORT: '',
      HOST: ' ',
      DATABASE_URL: '',
      ROLES: '\t',
      CURSOR_SECRET: '',
      SAMPLE_DATA: ' ',
      NODE_ENV: '',
    };
    expect(readConfiguration(blank)).toEqual(readConfiguration({}));
  });

  it.each([
    [{}, 'on'],
    [{ DATABASE_URL: 'postgresql://localhost/catalog' }, 'off'],
    [{ NODE_ENV: 'production' }, 'catalogue'],
    [{ NODE_ENV: 'production', DATABASE_URL: 'postgresql://localhost/catalog' }, 'off'],
    [{ DATABASE_URL: 'postgresql://localhost/catalog', SAMPLE_DATA: 'on' }, 'on'],
  ])('of SAMPLE_DATA with %j is %s', (environment, sampleData) => {
    expect(readConfiguration(environment).sampleData).toBe(sampleData);
  });
});

describe('right values', () => {
  it.each([
    ['1', 1],
    ['true', true],
    ['false', false],
    ['loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
    ['2001:db8::/32', ['2001:db8::/32']],
  ])('TRUST_PROXY %s is what Express takes as %j', (text, value) => {
    expect(readConfiguration({ TRUST_PROXY: text }).trustProxy).toEqual(value);
  });

  it('a comma list of roles, in any order and spacing', () => {
    expect([...readConfiguration({ ROLES: 'graph , rest,graph' }).roles]).toEqual(['rest', 'graph']);
  });

  it('several Elasticsearch nodes', () => {
    const { elasticsearch } = readConfiguration({
      ELASTICSEARCH_URL: 'http://a:9200, https://b:9200',
      ELASTICSEARCH_INDEX: 'anime-2',
      ELASTICSEARCH_REPLICAS: '2',
    });
    const nodes = ['http://a:9200', 'https://b:9200'];
    expect(elasticsearch).toEqual({ nodes, apiKey: null, index: 'anime-2', replicas: 2 });
  });

  it.each(['::1', '::', 'localhost', 'db-1.internal', '127.0.0.1'])('HOST %s', (host) => {
    expect(readConfiguration({ HOST: host }).public.host).toBe(host);
  });

  it.each([
    'postgres://localhost',
    'postgresql://u:p%40ss@db:5433/catalog?sslmode=require',
    'postgresql:///catalog?host=/run/postgresql',
  ])('DATABASE_URL %s', (url) => {
    expect(readConfiguration({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it('names one host', () => {
    const DATABASE_URL = 'postgresql://user:hidden@one:5432,two:5432/catalog';
    expect(messageFor({ DATABASE_URL })).toMatch(
      /^DATABASE_URL .* one host \(of several the address that leads to the primary\)/,
    );
    expect(messageFor({ DATABASE_URL })).not.toContain('hidden');
  });

  it.each([
    ['sid', { name: 'sid', value: null }],
    ['idtyp=user', { name: 'idtyp', value: 'user' }],
    ['https://catalog.example/human=a=b', { name: 'https://catalog.example/human', value: 'a=b' }],
  ])('OAUTH_HUMAN_CLAIM %s', (text, claim) => {
    const environment = { OAUTH_ISSUER: 'https://id.example', OAUTH_HUMAN_CLAIM: text };
    expect(readConfiguration(environment).callers.humanClaim).toEqual(claim);
  });

  it('the same port on different addresses', () => {
    const environment = { PORT: '3000', HOST: '127.0.0.2', INTERNAL_PORT: '3000', INTERNAL_HOST: '127.0.0.1' };
    expect(readConfiguration(environment).internal.port).toBe(3000);
  });
});

describe('a wrong value', () => {
  const wrong: readonly (readonly [variable: string, value: string, right: string])[] = [
    ...['http', '-1', '65536', '3000.5', '1e3', '0x10', '３０００'].map(
      (value) => ['PORT', value, '0 to 65535'] as const,
    ),
    ['INTERNAL_PORT', '99999', '0 to 65535'],
    ['HOST', 'http://localhost', 'without scheme'],
    ['HOST', '[::1]', 'brackets'],
    ['HOST', '127.0.0.1:3000', 'without scheme, port'],
    ['HOST', '256.0.0.1', 'an address'],
    ['HOST', 'a b', 'an address'],
    ['INTERNAL_HOST', '1.2.3', 'an address'],
    ['INTERNAL_TOKEN', 'sixteen and more, but with spaces', 'without spaces'],
    ['INTERNAL_TOKEN', 'pässwörd-pässwörd-pässwörd', 'ASCII'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/catalog', 'PostgreSQL URL'],
    ['DATABASE_URL', 'localhost:5432', 'PostgreSQL URL'],
    ['DATABASE_DIRECT_URL', 'db:5432', 'PostgreSQL URL'],
    ['DATABASE_DIRECT_URL', 'postgresql://db/catalog', 'DATABASE_URL is not'],
    ['DATABASE_URL', 'postgresql:///catalog', 'PostgreSQL URL'],
    ['ELASTICSEARCH_URL', 'elastic:9200', 'http'],
    ['ELASTICSEARCH_URL', 'http://a:9200,,http://b:9200', 'comma list'],
    ['ELASTICSEARCH_URL', 'http://elastic:50%@es:9200', 'percent-encoded'],
    ['ELASTICSEARCH_API_KEY', 'a\nb', 'with a line break or another control character in it: it must be visible'],
    ['REDIS_URL', 'redis://:50%@redis:6379', 'percent-encoded'],
    ['REDIS_URL', 'redis://redis:6379/quotas', '0 is the database'],
    ['DATABASE_URL', 'postgresql://db%/catalog', 'percent-encoded'],
    ['DATABASE_URL', 'postgresql://db/catalog\n# the new one', 'line break'],
    ['ELASTICSEARCH_INDEX', 'Anime', 'lower-case'],
    ['ELASTICSEARCH_INDEX', '-anime', 'begins with'],
    ['ELASTICSEARCH_REPLICAS', '0-1', 'whole number'],
    ['ELASTICSEARCH_REPLICAS', '11', 'from 0 to 10'],
    ['SEARCH', 'yes', 'on or off'],
    ['SEARCH', 'ON', 'on or off'],
    ['ROLES', 'rest,grpah', 'rest, graph, indexer, webhooks'],
    ['ROLES', 'rest,', 'rest, graph'],
    ['REPRESENTATION_CACHE_MB', '64MB', 'a whole number of megabytes'],
    ['REPRESENTATION_CACHE_MB', '-1', 'from 0 to 4096'],
    ['REPRESENTATION_CACHE_MB', '4097', 'from 0 to 4096'],
    ['TRUST_PROXY', 'yes', 'true, false'],
    ['TRUST_PROXY', '10.0.0.0/33', 'CIDR'],
    ['TRUST_PROXY', '10.0.0.0/', 'CIDR'],
    ['TRUST_PROXY', 'localhost', 'loopback'],
    ['SAMPLE_DATA', 'off;', 'on or catalogue or off'],
    ['DUMP', 'daily', 'on or off'],
    ['MIGRATE', 'later', 'on or off'],
    ['METRICS_PORT', 'metrics', 'a whole number'],
    ['METRICS_PORT', '4000', 'the same as INTERNAL_PORT'],
    ['METRICS_PORT', '3000', 'the same as PORT'],
    ['MIGRATE', 'off', 'DATABASE_URL'],
    ['START_PATIENCE_S', '5m', 'a whole number of seconds from 0 to 86400'],
    ['START_PATIENCE_S', '-1', 'from 0'],
    ['LOG_LEVEL', 'verbose', 'debug'],
    ['LOG_FORMAT', 'pretty', 'text'],
    ['OAUTH_HUMAN_CLAIM', 'idtyp=', 'name=value'],
    ['OAUTH_HUMAN_CLAIM', '=user', 'name of a claim'],
    ['OAUTH_HUMAN_CLAIM', 'id typ', 'name of a claim'],
    ['NODE_ENV', 'prod', 'production'],
    ['NODE_ENV', 'Production', 'production'],
  ];

  it.each(wrong)('%s=%s is one line that names the variable and says what would be right', (variable, value, right) => {
    const message = messageFor({ [variable]: value });
    expect(message).toMatch(new RegExp(`^${variable} [^\\n]+$`));
    expect(message).toContain(right);
  });

  it('of a secret is not repeated', () => {
    expect(messageFor({ DATABASE_URL: 'mysql://root:hunter2@db/catalog' })).not.toContain('hunter2');
    expect(messageFor({ INTERNAL_TOKEN: 'hunter 2' })).not.toContain('hunter');
    for (const [variable, least] of [
      ['INTERNAL_TOKEN', '16'],
      ['CURSOR_SECRET', '32'],
    ] as const) {
      const message = messageFor({ NODE_ENV: 'production', [variable]: 'hunter2' });
      expect(message).not.toContain('hunter2');
      expect(message).toMatch(new RegExp(`^${variable} .*${least}`));
    }
    expect(messageFor({ ELASTICSEARCH_URL: 'ftp://elastic:hunter2@es' })).not.toContain('hunter2');
  });

  it('stays one line however long or broken it is', () => {
    const message = messageFor({ LOG_LEVEL: `a\nb${'x'.repeat(5_000)}` });
    expect(message.split('\n')).toHaveLength(1);
    expect(message.length).toBeLessThan(300);
  });

  it('beside another one has its own line', () => {
    const lines = messageFor({ PORT: 'a', LOG_LEVEL: 'b' }).split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL']);
  });
});

it('a secret may have line breaks, as openssl rand -base64 writes them', () => {
  expect(readConfiguration({ SECRETS_KEY: 'first\nsecond' }).given.secretsKey).toBe('first\nsecond');
});

describe('a contradiction', () => {
  it('both listeners on one port', () => {
    expect(messageFor({ PORT: '4000' })).toMatch(/^INTERNAL_PORT is 4000, the same as PORT/);
  });

  it('is none where the process opens no public listener, or any free port', () => {
    expect(readConfiguration({ PORT: '4000', ROLES: 'graph' }).internal.port).toBe(4000);
    expect(readConfiguration({ PORT: '0', INTERNAL_PORT: '0' }).public.port).toBe(0);
  });

  it('a claim that tokens made here never have', () => {
    expect(messageFor({ OAUTH_HUMAN_CLAIM: 'sid' })).toMatch(/^OAUTH_HUMAN_CLAIM is set and OAUTH_ISSUER is not/);
  });

  it('the fictional season in production', () => {
    const message = messageFor({ NODE_ENV: 'production', SAMPLE_DATA: 'on' });
    expect(message).toMatch(/^SAMPLE_DATA .*fictional.*catalogue or off$/);
  });
});

describe('DATABASE_URL', () => {
  it.each(['postgresql://user@/catalog?host=/run/postgresql', 'postgresql:///catalog?host=/run/postgresql'])(
    'may be %s',
    (url) => {
      expect(readConfiguration({ DATABASE_URL: url }).databaseUrl).toBe(url);
    },
  );

  it('names one host', () => {
    const DATABASE_URL = 'postgresql://user:hidden@one:5432,two:5432/catalog';
    expect(messageFor({ DATABASE_URL })).toMatch(
      /^DATABASE_URL .* one host \(of several the address that leads to the primary\)/,
    );
    expect(messageFor({ DATABASE_URL })).not.toContain('hidden');
  });
});

describe('quotas', () => {
  it('of an address are ten credentialed callers', () => {
    const { quotas } = readConfiguration({ QUOTA_CREDENTIALED: '700' }).callers;
    expect(quotas).toEqual({ anonymous: 60, credentialed: 700, address: 7000 });
  });

  it.each([
    [
      { QUOTA_ANONYMOUS: '1000000' },
      /^QUOTA_ANONYMOUS is 1000000, not below QUOTA_CREDENTIALED \(600\).*Set QUOTA_CREDENTIALED/,
    ],
    [{ QUOTA_CREDENTIALED: '-1' }, /QUOTA_CREDENTIALED/],
  ])('%j names the variable and its remedy', (environment, message) => {
    expect(messageFor(environment as Record<string, string>)).toMatch(message);
  });
});

describe('the hosts of pictures', () => {
  it('are names with or without a port, each once', () => {
    const { site } = readConfiguration({
      PAGES_IMAGE_HOSTS: 'CDN.example.org, images.example.org:8443,cdn.example.org',
    });
    expect(site.imageHosts).toEqual(['cdn.example.org', 'images.example.org:8443']);
    expect(readConfiguration({}).site.imageHosts).toEqual([]);
  });

  it.each([
    '*',
    '*.example.org',
    'https://cdn.example.org',
    "a.example 'unsafe-inline'",
    'a.example;',
    'a..b,',
    'a:99999',
  ])('are not %s', (text) => {
    expect(messageFor({ PAGES_IMAGE_HOSTS: text })).toMatch(
      /^PAGES_IMAGE_HOSTS is .*: it must be a comma list of host names/,
    );
  });
});
