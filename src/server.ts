import type { GraphQLSchema } from 'graphql';
import type { Configuration } from './configuration/configuration.ts';
import { diagnose } from './diagnostics/diagnose.ts';
import type { GraphPorts } from './graph/schema/context.ts';
import { createSchema } from './graph/schema/schema.ts';
import { assertListenable } from './listener/openListener.ts';
import { Closers } from './server/closers.ts';
import { loadParts } from './server/loadParts.ts';
import { obtainSecrets, sharedSecrets, valuesToHide } from './server/obtainSecrets.ts';
import { openInternalListener, openPublicListener } from './server/openListeners.ts';
import { openStore, type Store } from './server/openStore.ts';
import type { Service } from './server/service.ts';
import { type RunningSearch, startSearch } from './server/startSearch.ts';
import { type Logger, type Logs, openLogs } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';

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
  }) => Promise<void>;
}

/**
 * Starts the parts that the configuration's roles name. Whatever was opened is closed again when a step fails.
 * @throws StartError in one line that says what is wrong and what to do
 */
export async function startService(configuration: Configuration, options: StartOptions = {}): Promise<RunningService> {
  const closers = new Closers();
  try {
    const secrets = await obtainSecrets(configuration);
    const logs = openLogs({ level: configuration.logLevel, secrets: valuesToHide(configuration, secrets) });
    const { logger } = logs;
    closers.add(async () => logs.flush());
    if (configuration.roles.has('rest')) {
      await assertListenable({ ...configuration.public, variables: { host: 'HOST', port: 'PORT' } });
    }
    const service = await assemble({ configuration, secrets, logger, closers });
    const { schema, ports } = service;
    const internal = await openInternalListener(service);
    await options.beforePublic?.({ schema, ports, logger });
    const rest = await openPublicListener(service);
    const addresses = { publicUrl: rest?.url ?? null, internalUrl: internal.url };
    logger.info({ ...addresses, roles: [...configuration.roles] }, 'listening');
    return { ...addresses, schema, ports, logs, close: () => stop(service) };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

async function stop(service: Service): Promise<void> {
  const { logger, closers } = service;
  if (!service.isStopping) {
    service.isStopping = true;
    logger.info('stopping');
  }
  await closers.closeAll();
}

/** Database and graph: what every listener needs. */
async function assemble(base: Pick<Service, 'configuration' | 'secrets' | 'logger' | 'closers'>): Promise<Service> {
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
  const ports = createPorts(configuration, store, search, metrics);
  return { ...base, metrics, schema: createSchema(), ports, parts, isStopping: false };
}

function createPorts(
  configuration: Configuration,
  { database, publications }: Store,
  search: RunningSearch | null,
  metrics: Metrics,
): GraphPorts {
  metrics.meter({
    pool: () => database.pool(),
    search: search === null ? null : () => search.administration.report(),
  });
  return {
    database,
    publications,
    now: () => new Date(),
    search: search?.engine ?? null,
    ...(search !== null && { searchAdministration: search.administration }),
    diagnose: () => diagnose({ configuration, database, search: search?.administration }),
    onImport: (report, seconds) => metrics.observeImportBatch(report, seconds),
  };
}
