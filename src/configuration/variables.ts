import { z } from 'zod';
import * as address from './addressRules.ts';
import { secretNames } from './readVariables.ts';
import * as text from './textRules.ts';

export const ROLES = ['rest', 'graph', 'indexer', 'webhooks'] as const;

/** A part of the service that a process can run. */
export type Role = (typeof ROLES)[number];

/**
 * Every variable that the service and its commands read: what it must be, its default, and what it does, from which
 * docs/configuration.md is generated. Secrets may be in files.
 */
export const table = z.object({
  // The process
  NODE_ENV: text.environmentName
    .optional()
    .describe(
      '`production` demands long secrets, `TRUST_PROXY`, `PUBLIC_URL` where people sign in here, and refuses what only tests need.',
    ),
  ROLES: text
    .some(...ROLES)
    .prefault(ROLES.join())
    .describe('The parts that this process runs.'),
  DATA_DIR: text.folder
    .prefault('.data')
    .describe('Holds the embedded database and the secrets that are made at the first start.'),
  LOG_LEVEL: text
    .choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .prefault('info')
    .describe('The least level of log lines, which go to standard output.'),
  LOG_FORMAT: text
    .choice('auto', 'json', 'text')
    .prefault('auto')
    .describe('`auto`: at a terminal `time level message`, with requests at `debug` alone, else JSON.'),
  // Secrets
  INTERNAL_TOKEN: text.token
    .optional()
    .meta({ unset: 'made in `DATA_DIR/internal-token`', description: 'Bearer token of `/graphql`.' }),
  INTERNAL_READ_TOKEN: text.token.optional().describe('A second one for dashboards: with it mutations are refused.'),
  CURSOR_SECRET: text.sharedSecret.optional().meta({
    unset: 'made in `DATA_DIR/cursor-secret`',
    description: 'Signs cursors. All processes share it; `new,old` [rotates it](operations.md#secrets).',
  }),
  SECRETS_KEY: text.sharedSecret.optional().meta({
    unset: 'made in `DATA_DIR/secrets-key`',
    description: 'Encrypts stored webhook secrets and signing keys; shared and rotated likewise.',
  }),
  // The public listener
  PORT: address.port.prefault('3000').describe('Where REST and the pages are served.'),
  HOST: address.host.prefault('0.0.0.0').describe('Its address.'),
  PUBLIC_URL: address
    .origin('the public listener as clients reach it, such as https://catalog.example.org')
    .optional()
    .meta({
      unset: 'as each request names it',
      description: 'The `iss` of tokens made here; demanded in production unless `OAUTH_ISSUER` is set.',
    }),
  TRUST_PROXY: address.trustProxy.optional().meta({
    unset: '`none`; demanded in production',
    description: 'Whose `X-Forwarded-For` counts, as in Express: the [balancer](operations.md#behind-a-balancer).',
  }),
  CONNECTIONS_PER_ADDRESS: text
    .wholeNumber(0, 1_000_000)
    .prefault('256')
    .describe('Connections of one address, those of `TRUST_PROXY` aside; 0: no limit.'),
  KEEP_ALIVE_MS: text
    .wholeNumber(1_000, 3_600_000, { of: ' of milliseconds' })
    .prefault('75000')
    .describe('How long idle connections are kept: longer than by the balancer.'),
  STOP_GRACE_MS: text.wholeNumber(0, 60_000, { of: ' of milliseconds' }).optional().meta({
    unset: '0, in production 5000',
    description: 'How long requests are taken after SIGTERM, while `/readyz` says `stopping`.',
  }),
  PAGES: text.flag
    .prefault('on')
    .describe('`off` leaves out `/`, `/docs`, `/explore` and `/account`, but not the reference.'),
  PAGES_IMAGE_HOSTS: address.imageHosts
    .optional()
    .describe('Whose pictures the explorer shows; those of other hosts are links.'),
  REPRESENTATION_CACHE_MB: text
    .wholeNumber(0, 4_096, { of: ' of megabytes' })
    .prefault('64')
    .describe('Memory for the JSON of anime and episodes between requests.'),
  SECURITY_CONTACT: address.securityContact.optional().describe('For `/.well-known/security.txt`.'),
  // The internal listener
  INTERNAL_PORT: address.port
    .prefault('4000')
    .describe('Where `/graphql`, `/livez`, `/readyz`, `/metrics` and the desk are served.'),
  INTERNAL_HOST: address.host.prefault('127.0.0.1').describe('Its address.'),
  METRICS_PORT: address.port
    .optional()
    .describe('Where [probes](operations.md#probes) and `/metrics` alone are served too.'),
  INTERNAL_URL: address.origin('the internal listener, such as http://127.0.0.1:4000').optional().meta({
    unset: '`INTERNAL_HOST` and `INTERNAL_PORT`',
    description: 'Where commands find the service and a team [the desk](callers.md#the-desk).',
  }),
  // The database
  DATABASE_URL: address.postgresUrl.optional().meta({
    unset: 'the embedded database',
    description: '[PostgreSQL](installation.md#connections-to-postgresql-and-elasticsearch) 15 or newer.',
  }),
  DATABASE_DIRECT_URL: address.postgresUrl
    .optional()
    .describe('The way past [PgBouncer](installation.md#pgbouncer), where `DATABASE_URL` leads through it.'),
  DATABASE_POOL_SIZE: text
    .wholeNumber(2, 1_000)
    .prefault('10')
    .describe('The most connections to PostgreSQL, beside one that listens.'),
  MIGRATE: text.flag.prefault('on').describe('`off`: a start waits for the schema, which `catalog migrate` makes.'),
  START_PATIENCE_S: text
    .wholeNumber(0, 86_400, { of: ' of seconds' })
    .prefault('300')
    .describe('How long a start waits for the database, its schema and locks.'),
  SAMPLE_DATA: text.choice('on', 'catalogue', 'off').optional().meta({
    unset: '`on`; in production `catalogue`; with `DATABASE_URL` `off`',
    description: 'Fills an empty database: bangumi-data (`catalogue`), and a fictional season (`on`).',
  }),
  DUMP: text.flag.prefault('on').describe('`off`: this process makes no [dump of the day](dump.md).'),
  WEBHOOK_RETENTION_DAYS: text
    .retentionDays(1)
    .prefault('30')
    .describe('How long deliveries [are kept](history.md#what-is-kept) after they ended, at least.'),
  // A trigger guards younger events.
  AUDIT_RETENTION_DAYS: text
    .retentionDays(30)
    .prefault('365')
    .describe('How long [audit events](history.md#who-did-what) are kept, at least.'),
  EVENT_RETENTION_DAYS: text.retentionDays(1).prefault('0').describe('How long events are kept, at least.'),
  // Search
  SEARCH: text.flag.prefault('on').describe('`off` disables search.'),
  ELASTICSEARCH_URL: address.elasticsearchNodes.optional().meta({
    unset: 'an index in memory',
    description: '[Elasticsearch](installation.md#elasticsearch) 8 or 9: every node that takes requests.',
  }),
  ELASTICSEARCH_API_KEY: text.token.optional().describe('Its API key, where the URL holds no credentials.'),
  ELASTICSEARCH_INDEX: text.indexName
    .prefault('anime-catalog')
    .describe('The name that the indexes and their alias begin with.'),
  // Callers
  QUOTA_ANONYMOUS: text
    .wholeNumber(1, 1_000_000_000, { meaning: ': calls in a minute' })
    .prefault('60')
    .describe('Calls of an address without credentials ([quotas](callers.md#quotas)).'),
  QUOTA_CREDENTIALED: text
    .wholeNumber(1, 1_000_000_000, { meaning: ': calls in a minute' })
    .prefault('600')
    .describe('Calls of an application, user or program; an address has ten times as many.'),
  REDIS_URL: address.redisUrl.optional().meta({
    unset: 'each process counts alone',
    description: 'Where replicas count quotas together: a database of its own.',
  }),
  OAUTH_ISSUER: address.issuerUrl.optional().meta({
    unset: 'people sign in here',
    description: 'The [OpenID Connect issuer](callers.md#access-tokens) of access tokens.',
  }),
  OAUTH_AUDIENCE: text.audience.prefault('anime-catalog').describe('The `aud` of access tokens.'),
  OAUTH_HUMAN_CLAIM: text.humanClaim.optional().meta({
    unset: 'no token manages webhooks',
    description: 'How tokens mark [people](callers.md#people-and-machines), who alone manage webhooks.',
  }),
  PORTAL_CLIENT_ID: text
    .registered('the client_id of the account pages at OAUTH_ISSUER')
    .optional()
    .describe('The client of the [account pages](callers.md#the-account-pages) and the desk.'),
  PORTAL_CLIENT_SECRET: text
    .registered('the secret of PORTAL_CLIENT_ID', { secret: true })
    .optional()
    .meta({ unset: 'a public client', description: 'Its secret.' }),
  PORTAL_SCOPE: text.scopes
    .prefault('openid')
    .describe('What the pages ask for, so that the token is for `OAUTH_AUDIENCE`.'),
  DESK_SCOPE: text.scopes
    .prefault('openid catalog.review')
    .describe('What the desk asks for, so that the token has `catalog.review`.'),
  // Webhooks
  WEBHOOK_CONCURRENCY: text
    .wholeNumber(1, 1_000)
    .prefault('64')
    .describe('Attempts in flight; with those that hang, four times as many at most.'),
  WEBHOOK_ALLOW_TARGETS: address.targets
    .optional()
    .describe('Receivers, and servers of imports, that need not be public; never in production.'),
  // Traces: those of OpenTelemetry's variables that the service reads itself; the SDK reads others
  OTEL_EXPORTER_OTLP_ENDPOINT: address.collectorUrl.optional().meta({
    unset: 'no traces',
    description: 'Where [traces](operations.md#traces) are sent, without `/v1/traces`.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: text.headers.optional().describe('Sent with them; values are percent-encoded.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: text
    .choice('http/protobuf', 'http/json')
    .prefault('http/protobuf')
    .describe('How they are sent.'),
  OTEL_TRACES_SAMPLER_ARG: text.ratio.prefault('1').describe('The share that is sampled, whatever callers ask for.'),
  OTEL_TRACES_EXPORTER: text.choice('otlp', 'none').prefault('otlp').describe('`none`: no traces.'),
  // Commands
  CATALOG_KEY: text.token.optional().describe('API key with `anime.read` for `catalog webhooks listen`.'),
});

export const KNOWN_VARIABLES = [...Object.keys(table.shape), ...secretNames(table).map((name) => `${name}_FILE`)];
