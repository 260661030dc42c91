import { resolve } from 'node:path';
import { z } from 'zod';
import { type CallerConfiguration, callerConfiguration, callerFaults, callerVariables } from './callerVariables.ts';
import { ConfigurationError } from './configurationError.ts';
import { type Misspelling, misspeltVariables } from './misspeltVariables.ts';
import {
  elasticsearchNodes,
  host,
  internalUrl,
  port,
  postgresUrl,
  type TrustProxy,
  trustProxy,
} from './networkVariables.ts';
import { choice, variable, wholeNumber } from './variable.ts';
import { type WebhookConfiguration, webhookConfiguration, webhookVariables } from './webhookVariables.ts';

const ROLES = ['rest', 'graph', 'indexer', 'webhooks'] as const;

/** A part of the service that a process can run. */
export type Role = (typeof ROLES)[number];

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** `auto`: text at a terminal, JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'text';

/** What an empty database is filled with at the first start. */
export type SampleData = 'on' | 'catalogue' | 'off';

export interface ListenerConfiguration {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface ElasticsearchConfiguration {
  /** URLs of the nodes; may hold credentials. */
  readonly nodes: readonly string[];
  readonly apiKey: string | null;
  /** The name that the indexes and their alias begin with. */
  readonly index: string;
}

/** Everything that the operator decides (docs/decisions.md#configuration), read once. Holds secrets: never log it. */
export interface Configuration {
  /** Whether NODE_ENV is `production`. */
  readonly production: boolean;
  readonly roles: ReadonlySet<Role>;
  readonly public: ListenerConfiguration;
  readonly internal: ListenerConfiguration;
  /** The origin by which others reach the internal listener; null where nobody said. */
  readonly internalUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** Null stands for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Whether search is on at all. */
  readonly search: boolean;
  /** Null stands for the embedded index. */
  readonly elasticsearch: ElasticsearchConfiguration | null;
  readonly trustProxy: TrustProxy;
  /** Memory for the JSON of entities that the public interface keeps between requests; 0 keeps nothing. */
  readonly representationCacheBytes: number;
  /** How long connections that nobody uses are kept, in milliseconds. */
  readonly keepAliveMs: number;
  /** Connections that one address, no trusted proxy, has open at the public listener at most; 0: as many as it likes. */
  readonly connectionsPerAddress: number;
  /** How long requests are still taken after the signal to stop, in milliseconds. */
  readonly stopGraceMs: number;
  /** Connections to PostgreSQL at most. */
  readonly databasePoolSize: number;
  readonly webhooks: WebhookConfiguration;
  readonly callers: CallerConfiguration;
  readonly sampleData: SampleData;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** The secrets that the operator gave; null: kept in `dataDir`, generated when missing. */
  readonly given: {
    readonly internalToken: string | null;
    readonly cursorSecret: string | null;
    readonly secretsKey: string | null;
  };
  /** Variables that are set and that nobody reads, where their names are nearly the service's. */
  readonly misspelt: readonly Misspelling[];
}

const roles = variable<ReadonlySet<Role>>({
  rule: `a comma list of ${ROLES.join(', ')}`,
  read: (text) => {
    const names = text.split(',').map((name) => name.trim());
    const known = ROLES.filter((role) => names.includes(role));
    return known.length === new Set(names).size ? new Set(known) : undefined;
  },
});

/** Long enough that nobody guesses it: 16 characters of base64url are 96 bits. Asked for in production. */
const MINIMUM_TOKEN_LENGTH = 16;
/** HMAC-SHA256 is as strong as its key up to 32 bytes. Asked for in production. */
const MINIMUM_KEY_LENGTH = 32;

const internalToken = variable({
  rule: 'visible ASCII characters without spaces',
  secret: true,
  read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
});

/** Rotated without an interruption: what follows a comma is an earlier value. */
const sharedSecret = variable({
  rule: 'a secret, or the new one and the old one with a comma between, none of them empty',
  secret: true,
  read: (text) => (text.split(',').every((value) => value.trim() !== '') ? text : undefined),
});

/** Elasticsearch's rule for names, less what our suffix needs of its 255 bytes. */
const indexName = variable({
  rule: 'a lower-case name of at most 200 letters, digits, hyphens, underscores and dots that begins with a letter or digit',
  read: (text) => (/^[a-z0-9][a-z0-9._-]{0,199}$/.test(text) ? text : undefined),
});

/** Kept in one buffer, which Node 20 lets have 4 GiB. */
const megabytes = variable({
  rule: 'a whole number of megabytes from 0 to 4096',
  read: (text) => (/^\d{1,4}$/.test(text) && Number(text) <= 4096 ? Number(text) : undefined),
});

/** `Production` or `prod` would silently switch off what only `production` guards. */
const environmentName = variable({
  rule: 'production, written exactly so, or another name such as development or test',
  read: (text) => (text !== 'production' && /^prod(uction)?$/i.test(text) ? undefined : text),
});

const environmentSchema = z.object({
  NODE_ENV: environmentName.optional(),
  PORT: port.default(3000),
  HOST: host.default('0.0.0.0'),
  INTERNAL_PORT: port.default(4000),
  INTERNAL_HOST: host.default('127.0.0.1'),
  INTERNAL_URL: internalUrl.optional(),
  INTERNAL_TOKEN: internalToken.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 1000).default(10),
  ELASTICSEARCH_URL: elasticsearchNodes.optional(),
  ELASTICSEARCH_API_KEY: z.string().trim().optional(),
  ELASTICSEARCH_INDEX: indexName.default('anime-catalog'),
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
  SAMPLE_DATA: choice('on', 'catalogue', 'off').optional(),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  LOG_FORMAT: choice('auto', 'json', 'text').default('auto'),
});

type Variables = z.output<typeof environmentSchema>;

export const KNOWN_VARIABLES = Object.keys(environmentSchema.shape);

/**
 * Reads the configuration from the environment; a variable that is empty or only white space counts as unset.
 * @throws ConfigurationError naming each variable that is wrong and what would be right
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const present = Object.entries(environment).filter(([, text]) => text !== undefined && text.trim() !== '');
  const result = environmentSchema.safeParse(Object.fromEntries(present));
  if (!result.success) {
    throw new ConfigurationError(
      result.error.issues.map(({ path, message }) => ({ variable: String(path[0]), fault: message })),
    );
  }
  const variables = result.data;
  const production = variables.NODE_ENV === 'production';
  refuseContradictions(variables, production);
  return {
    production,
    roles: variables.ROLES,
    public: { host: variables.HOST, port: variables.PORT },
    internal: { host: variables.INTERNAL_HOST, port: variables.INTERNAL_PORT },
    internalUrl: variables.INTERNAL_URL ?? null,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL ?? null,
    search: variables.SEARCH === 'on',
    elasticsearch:
      variables.ELASTICSEARCH_URL === undefined
        ? null
        : {
            nodes: variables.ELASTICSEARCH_URL,
            apiKey: variables.ELASTICSEARCH_API_KEY ?? null,
            index: variables.ELASTICSEARCH_INDEX,
          },
    trustProxy: variables.TRUST_PROXY,
    representationCacheBytes: variables.REPRESENTATION_CACHE_MB * 1_000_000,
    keepAliveMs: variables.KEEP_ALIVE_MS,
    connectionsPerAddress: variables.CONNECTIONS_PER_ADDRESS,
    stopGraceMs: variables.STOP_GRACE_MS ?? (production ? 5_000 : 0),
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    webhooks: webhookConfiguration(variables),
    callers: callerConfiguration(variables, production),
    sampleData: variables.SAMPLE_DATA ?? defaultSampleData(variables, production),
    logLevel: variables.LOG_LEVEL,
    logFormat: variables.LOG_FORMAT,
    given: {
      internalToken: variables.INTERNAL_TOKEN ?? null,
      cursorSecret: variables.CURSOR_SECRET ?? null,
      secretsKey: variables.SECRETS_KEY ?? null,
    },
    misspelt: misspeltVariables(environment, KNOWN_VARIABLES),
  };
}

/** A database that somebody else runs is never filled unasked, and the fictional season never goes into production. */
function defaultSampleData({ DATABASE_URL }: Variables, production: boolean): SampleData {
  if (DATABASE_URL !== undefined) return 'off';
  return production ? 'catalogue' : 'on';
}

function refuseContradictions(variables: Variables, production: boolean): void {
  if (production) refuseShortSecrets(variables);
  if (production && variables.SAMPLE_DATA === 'on') {
    throw new ConfigurationError([
      {
        variable: 'SAMPLE_DATA',
        fault: 'is "on", which publishes a fictional season, but NODE_ENV is production: it must be catalogue or off',
      },
    ]);
  }
  if (production && variables.WEBHOOK_ALLOW_TARGETS !== undefined) {
    throw new ConfigurationError([
      {
        variable: 'WEBHOOK_ALLOW_TARGETS',
        fault: 'lets webhooks reach addresses that are not public, but NODE_ENV is production: it must be unset',
      },
    ]);
  }
  const faults = callerFaults(variables, production);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const { PORT, INTERNAL_PORT, HOST, INTERNAL_HOST } = variables;
  const isShared = HOST === INTERNAL_HOST || [HOST, INTERNAL_HOST].some((name) => name === '0.0.0.0' || name === '::');
  if (variables.ROLES.has('rest') && PORT === INTERNAL_PORT && PORT !== 0 && isShared) {
    throw new ConfigurationError([
      { variable: 'INTERNAL_PORT', fault: `is ${INTERNAL_PORT}, the same as PORT: it must be another port` },
    ]);
  }
}

/** A short secret will do on a developer's machine. */
function refuseShortSecrets({ INTERNAL_TOKEN, CURSOR_SECRET, SECRETS_KEY }: Variables): void {
  const short = (variable: string, text: string | undefined, least: number) =>
    text === undefined || text.length >= least
      ? []
      : [{ variable, fault: `is too short for NODE_ENV=production: it must have at least ${least} characters` }];
  const shortest = (variable: string, text: string | undefined) =>
    (text?.split(',') ?? []).flatMap((value) => short(variable, value.trim(), MINIMUM_KEY_LENGTH)).slice(0, 1);
  const faults = [
    ...short('INTERNAL_TOKEN', INTERNAL_TOKEN, MINIMUM_TOKEN_LENGTH),
    ...shortest('CURSOR_SECRET', CURSOR_SECRET),
    ...shortest('SECRETS_KEY', SECRETS_KEY),
  ];
  if (faults.length > 0) throw new ConfigurationError(faults);
}
