import { resolve } from 'node:path';
import { type CallerConfiguration, callerConfiguration } from './callerVariables.ts';
import { ConfigurationError } from './configurationError.ts';
import { contradictions } from './contradictions.ts';
import { environmentSchema, KNOWN_VARIABLES, type Role, type Variables } from './environment.ts';
import { type Misspelling, misspeltVariables } from './misspeltVariables.ts';
import type { TrustProxy } from './networkVariables.ts';
import { type RetentionConfiguration, retentionConfiguration } from './retentionVariables.ts';
import { type TracesConfiguration, tracesConfiguration } from './tracesVariables.ts';
import { type Environment, readVariables } from './variable.ts';
import { type WebhookConfiguration, webhookConfiguration } from './webhookVariables.ts';

export type LogLevel = Variables['LOG_LEVEL'];

/** `auto`: text at a terminal, JSON elsewhere. */
export type LogFormat = Variables['LOG_FORMAT'];

/** The data that the first start imports into an empty database. */
export type SampleData = NonNullable<Variables['SAMPLE_DATA']>;

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
  /** Copies of a new index beside the first, at most; fewer while there are fewer nodes. */
  readonly replicas: number;
}

/** The service's configuration (docs/decisions.md#configuration), read once. Holds secrets: never log it. */
export interface Configuration {
  /** Whether NODE_ENV is `production`. */
  readonly production: boolean;
  readonly roles: ReadonlySet<Role>;
  readonly public: ListenerConfiguration;
  readonly internal: ListenerConfiguration;
  /** Where probes and metrics are answered too, on the internal listener's host; null: there alone. */
  readonly metricsPort: number | null;
  /** The origin of the internal listener as others reach it; null when not configured. */
  readonly internalUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Past a pool of connections to the same database; null: `databaseUrl` leads to PostgreSQL itself. */
  readonly databaseDirectUrl: string | null;
  /** Whether search is on at all. */
  readonly search: boolean;
  /** Null: the embedded index. */
  readonly elasticsearch: ElasticsearchConfiguration | null;
  readonly trustProxy: TrustProxy;
  /** Bytes for cached representations of the public interface; 0 turns the cache off. */
  readonly representationCacheBytes: number;
  /** How long idle connections are kept, in milliseconds. */
  readonly keepAliveMs: number;
  /** Most connections that one address may have open at the public listener, trusted proxies excepted; 0: no limit. */
  readonly connectionsPerAddress: number;
  /** How long requests are still accepted after the signal to stop, in milliseconds. */
  readonly stopGraceMs: number;
  /** Most connections to PostgreSQL. */
  readonly databasePoolSize: number;
  /** Whether a start migrates the database; else it waits for the schema. */
  readonly migrate: boolean;
  /** How long a start waits for the database, its schema and the locks of others, in milliseconds. */
  readonly startPatienceMs: number;
  readonly webhooks: WebhookConfiguration;
  readonly callers: CallerConfiguration;
  readonly retention: RetentionConfiguration;
  /** The pages of the public listener, and the contact for reports of vulnerabilities. */
  readonly site: {
    readonly pages: boolean;
    readonly imageHosts: readonly string[];
    readonly securityContact: string | null;
  };
  readonly sampleData: SampleData;
  /** Whether a process with the role graph makes the day's dump. */
  readonly dump: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** Null: no traces. */
  readonly traces: TracesConfiguration | null;
  /** The secrets from the environment; null: kept in `dataDir`, generated when missing. */
  readonly given: {
    readonly internalToken: string | null;
    readonly cursorSecret: string | null;
    readonly secretsKey: string | null;
  };
  /** Variables that are set and unknown, with names close to known ones. */
  readonly misspelt: readonly Misspelling[];
}

/**
 * Reads the configuration from the environment.
 * @throws ConfigurationError naming each variable that is wrong and what would be right
 */
export function readConfiguration(environment: Environment): Configuration {
  const variables = readVariables(environmentSchema, environment);
  const production = variables.NODE_ENV === 'production';
  const faults = contradictions(variables, production);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return {
    production,
    roles: variables.ROLES,
    public: { host: variables.HOST, port: variables.PORT },
    internal: { host: variables.INTERNAL_HOST, port: variables.INTERNAL_PORT },
    metricsPort: variables.METRICS_PORT ?? null,
    internalUrl: variables.INTERNAL_URL ?? null,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL ?? null,
    databaseDirectUrl: variables.DATABASE_DIRECT_URL ?? null,
    search: variables.SEARCH === 'on',
    elasticsearch:
      variables.ELASTICSEARCH_URL === undefined
        ? null
        : {
            nodes: variables.ELASTICSEARCH_URL,
            apiKey: variables.ELASTICSEARCH_API_KEY ?? null,
            index: variables.ELASTICSEARCH_INDEX,
            replicas: variables.ELASTICSEARCH_REPLICAS,
          },
    trustProxy: variables.TRUST_PROXY,
    representationCacheBytes: variables.REPRESENTATION_CACHE_MB * 1_000_000,
    keepAliveMs: variables.KEEP_ALIVE_MS,
    connectionsPerAddress: variables.CONNECTIONS_PER_ADDRESS,
    stopGraceMs: variables.STOP_GRACE_MS ?? (production ? 5_000 : 0),
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    migrate: variables.MIGRATE === 'on',
    startPatienceMs: variables.START_PATIENCE_S * 1_000,
    webhooks: webhookConfiguration(variables),
    callers: callerConfiguration(variables, production),
    retention: retentionConfiguration(variables),
    site: {
      pages: variables.PAGES === 'on',
      imageHosts: variables.PAGES_IMAGE_HOSTS,
      securityContact: variables.SECURITY_CONTACT ?? null,
    },
    sampleData: variables.SAMPLE_DATA ?? defaultSampleData(variables, production),
    dump: variables.DUMP === 'on',
    logLevel: variables.LOG_LEVEL,
    logFormat: variables.LOG_FORMAT,
    traces: tracesConfiguration(variables),
    given: {
      internalToken: variables.INTERNAL_TOKEN ?? null,
      cursorSecret: variables.CURSOR_SECRET ?? null,
      secretsKey: variables.SECRETS_KEY ?? null,
    },
    misspelt: misspeltVariables(environment, KNOWN_VARIABLES).filter(
      // OpenTelemetry has more than the service reads itself.
      ({ name }) => !name.startsWith('OTEL_'),
    ),
  };
}

/** By default, an external database is never filled, and the fictional season is never imported in production. */
function defaultSampleData({ DATABASE_URL }: Variables, production: boolean): SampleData {
  if (DATABASE_URL !== undefined) return 'off';
  return production ? 'catalogue' : 'on';
}
