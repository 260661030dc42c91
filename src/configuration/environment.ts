import { z } from 'zod';
import { parseUrl } from '../parseUrl.ts';
import { callerVariables } from './callerVariables.ts';
import { elasticsearchNodes, host, internalUrl, port, postgresUrl, token, trustProxy } from './networkVariables.ts';
import { retentionVariables } from './retentionVariables.ts';
import { FILE_VARIABLES } from './secretFiles.ts';
import { tracesVariables } from './tracesVariables.ts';
import { choice, variable, wholeNumber } from './variable.ts';
import { webhookVariables } from './webhookVariables.ts';

export const ROLES = ['rest', 'graph', 'indexer', 'webhooks'] as const;

/** A part of the service that a process can run. */
export type Role = (typeof ROLES)[number];

const roles = variable<ReadonlySet<Role>>({
  rule: `a comma list of ${ROLES.join(', ')}`,
  read: (text) => {
    const names = text.split(',').map((name) => name.trim());
    const known = ROLES.filter((role) => names.includes(role));
    return known.length === new Set(names).size ? new Set(known) : undefined;
  },
});

/** For rotation without interruption: earlier values follow a comma. */
const sharedSecret = variable({
  rule: 'a secret, or the new one and the old one with a comma between, none of them empty',
  secret: true,
  anyCharacters: true,
  read: (text) => (text.split(',').every((value) => value.trim() !== '') ? text : undefined),
});

/** Elasticsearch's rule for index names; the suffix needs some of its 255 bytes. */
const indexName = variable({
  rule: 'a lower-case name of at most 200 letters, digits, hyphens, underscores and dots that begins with a letter or digit',
  read: (text) => (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(text) ? text : undefined),
});

/** One buffer holds it, which Node 20 limits to 4 GiB. */
const megabytes = wholeNumber(0, 4_096, { of: ' of megabytes' });

/** `Production` or `prod` would silently switch the protections of `production` off. */
const environmentName = variable({
  rule: 'production, written exactly so, or another name such as development or test',
  read: (text) => (text !== 'production' && /^prod(uction)?$/i.test(text) ? undefined : text),
});

/** What stands in a content security policy: a name that a URL parser leaves as it is, with or without a port. */
const imageHosts = variable<readonly string[]>({
  rule: 'a comma list of host names, with or without a port, such as cdn.example.org,images.example.org:8443',
  read: (text) => {
    const hosts = text.split(',').map((host) => host.trim().toLowerCase());
    const isHost = (host: string) => /^[a-z0-9.-]+(:\d+)?$/.test(host) && parseUrl(`https://${host}`)?.host === host;
    return hosts.every(isHost) ? [...new Set(hosts)] : undefined;
  },
});

/** RFC 9116 demands a URI; what is written into the file must be one line. */
const securityContact = variable({
  rule: 'an address for reports of vulnerabilities: mailto:security@example.org, or an https URL',
  read: (text) => (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/i.test(text) ? parseUrl(text)?.href : undefined),
});

/** Every variable that the service reads. */
export const environmentSchema = z.object({
  NODE_ENV: environmentName.optional(),
  PORT: port.default(3000),
  HOST: host.default('0.0.0.0'),
  INTERNAL_PORT: port.default(4000),
  INTERNAL_HOST: host.default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  INTERNAL_URL: internalUrl.optional(),
  INTERNAL_TOKEN: token.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(10),
  MIGRATE: choice('on', 'off').default('on'),
  START_PATIENCE_S: wholeNumber(0, 86_400, { of: ' of seconds' }).default(300),
  ELASTICSEARCH_URL: elasticsearchNodes.optional(),
  ELASTICSEARCH_API_KEY: token.optional(),
  ELASTICSEARCH_INDEX: indexName.default('anime-catalog'),
  ELASTICSEARCH_REPLICAS: wholeNumber(0, 10).default(1),
  SEARCH: choice('on', 'off').default('on'),
  ROLES: roles.default(new Set(ROLES)),
  TRUST_PROXY: trustProxy.default(false),
  REPRESENTATION_CACHE_MB: megabytes.default(64),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(256),
  KEEP_ALIVE_MS: wholeNumber(1_000, 3_600_000).default(75_000),
  STOP_GRACE_MS: wholeNumber(0, 60_000).optional(),
  CURSOR_SECRET: sharedSecret.optional(),
  SECRETS_KEY: sharedSecret.optional(),
  ...webhookVariables,
  ...callerVariables,
  ...retentionVariables,
  SAMPLE_DATA: choice('on', 'catalogue', 'off').optional(),
  DUMP: choice('on', 'off').default('on'),
  PAGES: choice('on', 'off').default('on'),
  PAGES_IMAGE_HOSTS: imageHosts.default([]),
  SECURITY_CONTACT: securityContact.optional(),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  LOG_FORMAT: choice('auto', 'json', 'text').default('auto'),
  ...tracesVariables,
});

export type Variables = z.output<typeof environmentSchema>;

export const KNOWN_VARIABLES = [...Object.keys(environmentSchema.shape), ...FILE_VARIABLES];
