import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import type { Configuration } from './configuration/configuration.ts';
import { misspellingText } from './configuration/misspeltVariables.ts';
import { diagnose } from './diagnostics/diagnose.ts';
import type { GraphPorts } from './graph/schema/context.ts';
import { createSchema } from './graph/schema/schema.ts';
import { Stores } from './graph/schema/stores.ts';
import { assertListenable, type Listener } from './listener/openListener.ts';
import { Closers } from './server/closers.ts';
import { HealthWatch } from './server/healthWatch.ts';
import { loadParts } from './server/loadParts.ts';
import { obtainSecrets, sharedSecrets, valuesToHide } from './server/obtainSecrets.ts';
import { openInternalListener, openPublicListener } from './server/openListeners.ts';
import { openStore, type Store } from './server/openStore.ts';
import type { Service } from './server/service.ts';
import { startAuditRetention } from './server/startAuditRetention.ts';
import { type RunningCallers, startCallers } from './server/startCallers.ts';
import { type RunningSearch, startSearch } from './server/startSearch.ts';
import { type RunningWebhooks, startWebhooks } from './server/startWebhooks.ts';
import { type Logger, type Logs, openLogs } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { version } from './version.ts';

/** A service that answers. */
export interface RunningService {
  /** Where the public interface answers, e.g. `http://127.0.0.1:3000`; null without the role rest. */
  readonly publicUrl: string | null;
  /** Where the internal listener answers. */
  readonly internalUrl: string;
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logs: Logs;
  /** Lets what has begun finish, within bounds, and closes everything; asked again, it waits for the same end. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Runs when the graph works and before the public listener opens; the first answer waits for it. */
  readonly beforePublic?: (graph: {
    readonly schema: GraphQLSchema;
    readonly ports: GraphPorts;
    readonly logger: Logger;
    readonly internalUrl: string;
  }) => Promise<void>;
}

/** How long requests that have begun may take once no others are taken. */
const DRAIN_MS = 10_000;

/**
 * Starts the parts that the configuration's roles name. Whatever was opened is closed again when a step fails.
 * @throws StartError in one line that says what is wrong and what to do
 */
export async function startService(configuration: Configuration, options: StartOptions = {}): Promise<RunningService> {
  const closers = new Closers();
  try {
    const secrets = await obtainSecrets(configuration);
    const logs = openLogs({
      level: configuration.logLevel,
      format: configuration.logFormat,
      secrets: valuesToHide(configuration, secrets),
    });
    const { logger } = logs;
    closers.add(() => logs.drain());
    for (const misspelling of configuration.misspelt) logger.warn(misspelling, misspellingText(misspelling));
    if (configuration.roles.has('rest')) {
      await assertListenable({ ...configuration.public, variables: { host: 'HOST', port: 'PORT' } });
    }
    const service = await assemble({ configuration, secrets, logs, logger, closers });
    const { schema, ports } = service;
    startAuditRetention(service);
    const internal = await openInternalListener(service);
    await options.beforePublic?.({ schema, ports, logger, internalUrl: internal.url });
    const rest = await openPublicListener(service);
    service.phase = 'serving';
    const addresses = { publicUrl: rest?.url ?? null, internalUrl: internal.url };
    logger.info({ version, ...addresses, roles: [...configuration.roles] }, 'listening');
    let stopped: Promise<void> | undefined;
    const close = () => {
      stopped ??= stop(service, [rest, internal]);
      return stopped;
    };
    return { ...addresses, schema, ports, logs, close };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

/** Balancers are told first, and everything is answered as before until they have had time to hear it. */
async function stop(service: Service, listeners: readonly (Listener | null)[]): Promise<void> {
  const { logger, closers, configuration } = service;
  service.phase = 'stopping';
  // What is in flight may take as long as everything else that ends.
  void service.webhooks?.stop();
  logger.info({ graceMs: configuration.stopGraceMs }, 'stopping');
  if (configuration.stopGraceMs > 0) {
    for (const listener of listeners) listener?.retire();
    await sleep(configuration.stopGraceMs);
  }
  service.drainUntil = performance.now() + DRAIN_MS;
  await closers.closeAll();
}

/** Database and graph: what every listener needs. */
async function assemble({
  logs,
  ...base
}: Pick<Service, 'configuration' | 'secrets' | 'logger' | 'closers'> & { readonly logs: Logs }): Promise<Service> {
  const { configuration, secrets, logger, closers } = base;
  const [store, parts] = await Promise.all([
    openStore(configuration, sharedSecrets(secrets)),
    loadParts(configuration.roles),
  ]);
  closers.add(() => store.database.close());
  store.database.incarnation.onChange(() => logger.warn('the database began another life'));
  if (store.migrated.length > 0) logger.info({ migrations: store.migrated }, 'migrated');
  const metrics = createMetrics();
  const search = await startSearch(configuration, store, logger, closers);
  const health = new HealthWatch(store.database, search?.administration);
  closers.add(async () => health.stop());
  await health.start();
  const webhooks = await startWebhooks({ configuration, secrets, store, metrics: metrics.webhooks, logger, closers });
  const callers = await startCallers({ ...base, ...store });
  const ports = createPorts({ configuration, store, search, callers, metrics, health, logs, webhooks });
  return {
    ...base,
    requestLevel: logs.requestLevel,
    metrics,
    webhooks,
    schema: createSchema(),
    ports,
    parts,
    callers,
    health,
    phase: 'starting',
    isWarm: !configuration.roles.has('rest'),
    drainUntil: 0,
  };
}

interface Assembled {
  readonly configuration: Configuration;
  readonly store: Store;
  readonly search: RunningSearch | null;
  readonly callers: RunningCallers;
  readonly metrics: Metrics;
  readonly health: HealthWatch;
  readonly logs: Logs;
  readonly webhooks: RunningWebhooks | null;
}

function createPorts({
  configuration,
  store,
  search,
  callers,
  metrics,
  health,
  logs,
  webhooks,
}: Assembled): GraphPorts {
  const { database, publications } = store;
  const { tokenIssuer, issuerName, onKeyRevoked, redis, issuer } = callers;
  metrics.meter({
    pool: () => database.pool(),
    droppedLogLines: () => logs.dropped(),
    search: search === null ? null : () => health.searchFigures,
    redis,
  });
  return {
    database,
    publications,
    now: () => new Date(),
    search: search?.engine ?? null,
    searchAdministration: search?.administration ?? null,
    webhooks: webhooks?.ports ?? null,
    diagnose: () =>
      diagnose({
        configuration,
        database,
        search: search?.administration,
        unreadProxy: callers.unreadProxy,
        redis: redis?.() ?? null,
        issuer: issuer?.() ?? null,
      }),
    stores: new Stores(database),
    tokenIssuer,
    issuer: issuerName,
    onKeyRevoked,
    onImport: (report, seconds) => metrics.observeImportBatch(report, seconds),
  };
}
