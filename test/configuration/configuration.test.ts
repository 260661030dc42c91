import { describe, expect, it } from '@jest/globals';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import { ConfigurationError } from '../../src/configuration/configurationError.ts';
import { KNOWN_VARIABLES, type table } from '../../src/configuration/variables.ts';

type Variable = keyof typeof table.shape;

function messageFor(environment: Record<string, string>): string {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(environment)}`);
}

const database = { DATABASE_URL: 'postgresql://localhost/catalog' };
const issuer = { OAUTH_ISSUER: 'https://id.example' };
const production = { NODE_ENV: 'production' };

it('repeats no password of a URL that it refuses', () => {
  const message = messageFor({ INTERNAL_URL: 'http://ann:hunter22@localhost:4000/graphql' });
  expect(message).toContain('//…@localhost:4000');
  expect(message).not.toContain('hunter22');
});

it('has the defaults of docs/configuration.md, also for empty and blank variables', () => {
  const roles = ['rest', 'graph', 'indexer', 'webhooks'];
  const defaults = {
    ...{ ROLES: new Set(roles), DATA_DIR: `${process.cwd()}/.data`, LOG_LEVEL: 'info', LOG_FORMAT: 'auto' },
    ...{ PORT: 3000, HOST: '0.0.0.0', INTERNAL_PORT: 4000, INTERNAL_HOST: '127.0.0.1' },
    ...{
      CONNECTIONS_PER_ADDRESS: 256,
      KEEP_ALIVE_MS: 75_000,
      STOP_GRACE_MS: 0,
      PAGES: true,
      REPRESENTATION_CACHE_MB: 64,
    },
    ...{ DATABASE_POOL_SIZE: 10, MIGRATE: true, START_PATIENCE_S: 300, SAMPLE_DATA: 'on', DUMP: true },
    ...{ WEBHOOK_RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 365, EVENT_RETENTION_DAYS: 0 },
    ...{ SEARCH: true, ELASTICSEARCH_INDEX: 'anime-catalog' },
    ...{ QUOTA_ANONYMOUS: 60, QUOTA_CREDENTIALED: 600, OAUTH_AUDIENCE: 'anime-catalog' },
    ...{ PORTAL_SCOPE: 'openid', DESK_SCOPE: 'openid catalog.review', WEBHOOK_CONCURRENCY: 64 },
    ...{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_TRACES_SAMPLER_ARG: 1, OTEL_TRACES_EXPORTER: 'otlp' },
    quotas: { anonymous: 60, credentialed: 600, address: 6_000 },
    ...{ production: false, misspelt: [] },
  };
  expect(readConfiguration({})).toEqual(defaults);
  expect(readConfiguration(Object.fromEntries(KNOWN_VARIABLES.map((name) => [name, ' \t'])))).toEqual(defaults);
});

const right: readonly (readonly [variable: Variable, text: string, value: unknown, beside?: object])[] = [
  ['SAMPLE_DATA', '', 'off', database],
  ['SAMPLE_DATA', '', 'catalogue', production],
  ['SAMPLE_DATA', '', 'off', { ...production, ...database }],
  ['SAMPLE_DATA', 'on', 'on', database],
  ['STOP_GRACE_MS', '', 5_000, production],
  ['TRUST_PROXY', 'none', false],
  ['TRUST_PROXY', '1', 1],
  ['TRUST_PROXY', 'true', true],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', ['loopback', '10.0.0.0/8']],
  ['TRUST_PROXY', '2001:db8::/32,::1', ['2001:db8::/32', '::1']],
  ['ROLES', 'graph , rest,graph', new Set(['rest', 'graph'])],
  ['PORT', '0', 0],
  ...['::1', '::', 'localhost', 'db-1.internal', '127.0.0.1'].map((host) => ['HOST', host, host] as const),
  ['INTERNAL_PORT', '3000', 3_000, { HOST: '127.0.0.2' }],
  ['INTERNAL_PORT', '3000', 3_000, { ROLES: 'graph' }],
  ['INTERNAL_PORT', '0', 0, { PORT: '0' }],
  ['PUBLIC_URL', 'https://catalog.example.org/', 'https://catalog.example.org'],
  ...[
    'postgres://localhost',
    'postgresql://u:p%40ss@db:5433/catalog?sslmode=require',
    'postgresql:///catalog?host=/run/postgresql',
    'postgresql://user@/catalog?host=/run/postgresql',
  ].map((url) => ['DATABASE_URL', url, url] as const),
  ['ELASTICSEARCH_URL', 'http://a:9200, https://b:9200', ['http://a:9200', 'https://b:9200']],
  ['ELASTICSEARCH_INDEX', 'anime-2', 'anime-2'],
  ['SECRETS_KEY', 'first\nsecond', 'first\nsecond'],
  ['OAUTH_HUMAN_CLAIM', 'sid', { name: 'sid', value: null }, issuer],
  ['OAUTH_HUMAN_CLAIM', 'https://a.example/b=a=b', { name: 'https://a.example/b', value: 'a=b' }, issuer],
  ['PORTAL_SCOPE', 'openid api://catalog/access', 'openid api://catalog/access'],
  ['WEBHOOK_CONCURRENCY', '1000', 1_000],
  ['WEBHOOK_ALLOW_TARGETS', 'Localhost:8443, [::1]:9000', new Set(['localhost:8443', '[::1]:9000'])],
  ['AUDIT_RETENTION_DAYS', ' 30 ', 30],
  ['AUDIT_RETENTION_DAYS', '0', 0],
  ['EVENT_RETENTION_DAYS', '3650', 3_650],
  ['PAGES_IMAGE_HOSTS', 'CDN.example.org, a.org:8443,cdn.example.org', ['cdn.example.org', 'a.org:8443']],
  ['SECURITY_CONTACT', 'mailto:security@example.org', 'mailto:security@example.org'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=the%20key', 'api-key=the%20key'],
  ['OTEL_TRACES_SAMPLER_ARG', '0.01', 0.01],
];

it.each(right)('%s=%s is read as %j', (variable, text, value, beside = {}) => {
  expect(readConfiguration({ ...beside, [variable]: text })[variable]).toEqual(value);
});

it('an address has the quota of ten credentialed callers', () => {
  const { quotas } = readConfiguration({ QUOTA_CREDENTIALED: '700' });
  expect(quotas).toEqual({ anonymous: 60, credentialed: 700, address: 7000 });
});

const wrong: readonly (readonly [variable: Variable, texts: readonly string[], right: string, beside?: object])[] = [
  ['PORT', ['http', '-1', '65536', '3000.5', '1e3', '0x10', '３０００'], 'from 0 to 65535'],
  ['INTERNAL_PORT', ['99999'], 'from 0 to 65535'],
  ['METRICS_PORT', ['metrics'], 'a whole number'],
  ['HOST', ['http://localhost', '[::1]', '127.0.0.1:3000', '256.0.0.1', 'a b'], 'without scheme, port or brackets'],
  ['INTERNAL_HOST', ['1.2.3'], 'an address'],
  ['INTERNAL_URL', ['http://localhost:4000/graphql'], 'the origin of the internal listener'],
  ['PUBLIC_URL', ['localhost', 'ftp://a', 'https://u:p@a'], 'the origin of the public listener'],
  ['INTERNAL_TOKEN', ['sixteen and more, but with spaces', 'pässwörd-pässwörd-pässwörd'], 'ASCII characters without'],
  ['CURSOR_SECRET', ['new,', ',old'], 'none of them empty'],
  ['DATABASE_URL', ['mysql://root:hunter2@db/catalog', 'localhost:5432', 'postgresql:///catalog'], 'PostgreSQL URL'],
  ['DATABASE_URL', ['postgresql://db%/catalog'], 'percent-encoded'],
  ['DATABASE_URL', ['postgresql://db/catalog\n# the new one'], 'line break'],
  ['DATABASE_URL', ['postgresql://u:hunter2@one:5432,two:5432/catalog'], 'one host (of several the address that leads'],
  ['DATABASE_DIRECT_URL', ['db:5432'], 'PostgreSQL URL'],
  ['DATABASE_POOL_SIZE', ['1', '1001'], 'from 2 to 1000'],
  ['MIGRATE', ['later'], 'on or off'],
  ['START_PATIENCE_S', ['5m', '-1'], 'a whole number of seconds from 0 to 86400'],
  ['ELASTICSEARCH_URL', ['elastic:9200', 'http://a:9200,,http://b:9200', 'ftp://elastic:hunter2@es'], 'http'],
  ['ELASTICSEARCH_URL', ['http://elastic:50%@es:9200'], 'percent-encoded'],
  ['ELASTICSEARCH_API_KEY', ['a\nb'], 'with a line break or another control character in it: it must be visible'],
  ['ELASTICSEARCH_INDEX', ['Anime', '-anime'], 'a lower-case name of at most 200'],
  ['REDIS_URL', ['redis://:50%@redis:6379'], 'percent-encoded'],
  ['REDIS_URL', ['redis://redis:6379/quotas'], '0 is the database'],
  ['SEARCH', ['yes', 'ON'], 'on or off'],
  ['ROLES', ['rest,grpah', 'rest,'], 'rest, graph, indexer, webhooks'],
  ['TRUST_PROXY', ['yes', '10.0.0.0/33', '10.0.0.0/', 'localhost'], 'true, false, how many proxies'],
  ['KEEP_ALIVE_MS', ['75s'], 'a whole number of milliseconds'],
  ['REPRESENTATION_CACHE_MB', ['64MB', '-1', '4097'], 'a whole number of megabytes from 0 to 4096'],
  ['SAMPLE_DATA', ['off;'], 'on or catalogue or off'],
  ['DUMP', ['daily'], 'on or off'],
  ['AUDIT_RETENTION_DAYS', ['29'], '0 (for ever) or a whole number of days from 30'],
  ['EVENT_RETENTION_DAYS', ['1.5', '-1', 'ever', '00', '3651'], '0 (for ever) or a whole number of days from 1'],
  ['QUOTA_CREDENTIALED', ['-1'], 'a whole number'],
  ['LOG_LEVEL', ['verbose'], 'debug'],
  ['LOG_FORMAT', ['pretty'], 'text'],
  ['OAUTH_ISSUER', ['id.example', 'https://id.example?a', 'https://u@id.example'], 'an issuer identifier exactly as'],
  ['OAUTH_HUMAN_CLAIM', ['idtyp=', '=user', 'id typ'], 'the name of a claim'],
  ['PORTAL_CLIENT_ID', ['two words'], 'client_id', issuer],
  ['PORTAL_SCOPE', ['profile', 'openid  x'], 'openid among them'],
  ['WEBHOOK_CONCURRENCY', ['0', '1001', '1e2'], 'from 1 to 1000'],
  [
    'WEBHOOK_ALLOW_TARGETS',
    ['localhost', 'https://a:443', 'localhost:0', 'localhost:65536', '::1:443', 'localhost:443,'],
    'a comma list of host:port',
  ],
  [
    'PAGES_IMAGE_HOSTS',
    ['*', '*.example.org', 'https://cdn.example.org', "a.example 'unsafe-inline'", 'a;', 'a..b,', 'a:99999'],
    'a comma list of host names',
  ],
  ['SECURITY_CONTACT', ['security@example.org', 'http://example.org'], 'mailto:'],
  ['NODE_ENV', ['prod', 'Production'], 'production, written exactly so'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'grpc://collector:4317'], 'http or https'],
  ['OTEL_EXPORTER_OTLP_HEADERS', ['api-key', 'api-key=%zz'], 'a comma list of name=value'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', ['grpc'], 'http/json'],
  ['OTEL_TRACES_EXPORTER', ['zipkin'], 'otlp or none'],
  ['OTEL_TRACES_SAMPLER_ARG', ['1%', '1.5'], 'a number from 0 to 1'],
  ['CATALOG_KEY', ['cac key'], 'without spaces'],
];

const contradictory: typeof wrong = [
  ['INTERNAL_PORT', ['3000'], 'is 3000, the same as PORT'],
  ['METRICS_PORT', ['4000'], 'the same as INTERNAL_PORT'],
  ['METRICS_PORT', ['3000'], 'the same as PORT'],
  ['MIGRATE', ['off'], 'DATABASE_URL is unset'],
  ['DATABASE_DIRECT_URL', ['postgresql://db/catalog'], 'DATABASE_URL is not'],
  ['QUOTA_ANONYMOUS', ['1000000'], 'not below QUOTA_CREDENTIALED (600): it must be lower. Set QUOTA_CREDENTIALED'],
  ['OAUTH_HUMAN_CLAIM', ['sid'], 'OAUTH_ISSUER is not'],
  ['PORTAL_CLIENT_ID', ['pages'], 'OAUTH_ISSUER is not'],
  ['PORTAL_CLIENT_SECRET', ['hunter2'], 'PORTAL_CLIENT_ID is not', issuer],
  ['OAUTH_ISSUER', ['http://id.example'], 'it must be https', production],
  ['SAMPLE_DATA', ['on'], 'fictional season, but NODE_ENV is production: it must be catalogue or off', production],
  ['WEBHOOK_ALLOW_TARGETS', ['localhost:8443'], 'it must be unset', production],
  ['INTERNAL_TOKEN', ['hunter2'], 'at least 16 characters', production],
  ['INTERNAL_READ_TOKEN', ['hunter2'], 'at least 16 characters', production],
  ['INTERNAL_READ_TOKEN', ['hunter2'], 'the same as INTERNAL_TOKEN', { INTERNAL_TOKEN: 'hunter2' }],
  ['CURSOR_SECRET', ['hunter2', `${'x'.repeat(32)},hunter2`], 'at least 32 characters', production],
  ['SECRETS_KEY', ['hunter2'], 'at least 32 characters', production],
];

describe('a wrong value', () => {
  const each = [...wrong, ...contradictory].flatMap(([variable, texts, right, beside = {}]) =>
    texts.map((text) => [variable, text, right, beside] as const),
  );

  it.each(each)('%s=%s is one line that says what would be right, and no secret', (variable, text, right, beside) => {
    const message = messageFor({ ...beside, [variable]: text });
    expect(message).toMatch(new RegExp(`^${variable} [^\\n]+$`));
    expect(message).toContain(right);
    expect(message).not.toContain('hunter2');
  });

  it('stays one line however long or broken it is', () => {
    const message = messageFor({ LOG_LEVEL: `a\nb${'x'.repeat(5_000)}` });
    expect(message.split('\n')).toHaveLength(1);
    expect(message.length).toBeLessThan(300);
  });

  it('beside another one has its own line, as a contradiction beside another one', () => {
    const named = (environment: Record<string, string>) =>
      messageFor(environment)
        .split('\n')
        .map((line) => line.split(' ')[0]);
    expect(named({ PORT: 'a', LOG_LEVEL: 'b' })).toEqual(['LOG_LEVEL', 'PORT']);
    expect(named({ OAUTH_HUMAN_CLAIM: 'sid', MIGRATE: 'off' })).toEqual(['MIGRATE', 'OAUTH_HUMAN_CLAIM']);
  });
});
