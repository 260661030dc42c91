import type { Configuration } from './configuration/configuration.ts';
import { diagnose } from './diagnostics/diagnose.ts';
import type { GraphPorts } from './graph/context.ts';
import { DocumentCache } from './graph/documentCache.ts';
import { createSchema } from './graph/schema.ts';
import { Closers } from './server/closers.ts';
import { obtainSecrets, sharedSecrets, valuesToHide } from './server/obtainSecrets.ts';
import { openInternalListener, openPublicListener } from './server/openListeners.ts';
import { openStore, type Store } from './server/openStore.ts';
import type { Service } from './server/service.ts';
import { type Logs, openLogs } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';

/** A service that answers. */
export interface RunningService {
  /** Where the public interface answers, e.g. `http://127.0.0.1:3000`; null without the role rest. */
  readonly publicUrl: string | null;
  /** Where the internal listener answers. */
  readonly internalUrl: string;
  readonly logs: Logs;
  /** Lets what has begun finish, within bounds, and closes everything; asked again, it waits for the same end. */
  close(): Promise<void>;
}

/** Memory for entities that are kept between requests. */
const DOCUMENT_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Starts the parts that the configuration's roles name. Whatever was opened is closed again when a step fails.
 * @throws StartError in one line that says what is wrong and what to do
 */
export async function startService(configuration: Configuration): Promise<RunningService> {
  const closers = new Closers();
  try {
    const secrets = await obtainSecrets(configuration);
    const logs = openLogs({ level: configuration.logLevel, secrets: valuesToHide(configuration, secrets) });
    const { logger } = logs;
    closers.add(async () => {
      logger.info('stopped');
      logs.flush();
    });
    const service = await assemble({ configuration, secrets, logger, closers });
    const internal = await openInternalListener(service);
    const rest = secrets.cursorSecret === null ? null : await openPublicListener(service, secrets.cursorSecret);
    closers.add(async () => {
      service.isStopping = true;
      logger.info('stopping');
    });
    const addresses = { publicUrl: rest?.url ?? null, internalUrl: internal.url };
    logger.info({ ...addresses, roles: [...configuration.roles] }, 'listening');
    return { ...addresses, logs, close: () => closers.closeAll() };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

/** Database and graph: what every listener needs. */
async function assemble(base: Pick<Service, 'configuration' | 'secrets' | 'logger' | 'closers'>): Promise<Service> {
  const { configuration, secrets, logger, closers } = base;
  const store = await openStore(configuration, sharedSecrets(secrets));
  closers.add(() => store.database.close());
  if (store.migrated.length > 0) logger.info({ migrations: store.migrated }, 'migrated');
  const metrics = createMetrics();
  const ports = createPorts(configuration, store, metrics);
  return { ...base, metrics, schema: createSchema(), ports, isStopping: false };
}

function createPorts(configuration: Configuration, { database, publications }: Store, metrics: Metrics): GraphPorts {
  const documents = new DocumentCache(DOCUMENT_CACHE_BYTES);
  metrics.meter({ pool: () => database.pool(), documents: () => documents.statistics() });
  return {
    database,
    publications,
    now: () => new Date(),
    search: null,
    documents,
    diagnose: () => diagnose({ configuration, database }),
    onImport: (report, seconds) => metrics.observeImportBatch(report, seconds),
  };
}
