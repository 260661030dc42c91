import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import { version } from './base/version.ts';
import type { Configuration } from './configuration/configuration.ts';
import { ConfigurationError } from './configuration/configurationError.ts';
import { misspellingText } from './configuration/misspeltVariables.ts';
import { unsetInProduction } from './configuration/unsetInProduction.ts';
import type { GraphPorts } from './graph/schema/context.ts';
import { assertListenable, type Listener } from './listener/openListener.ts';
import { assembleService } from './server/assembleService.ts';
import { Closers } from './server/closers.ts';
import { obtainSecrets, secretsToRedact } from './server/obtainSecrets.ts';
import { openInternalListener } from './server/openInternalListener.ts';
import { openPublicListener } from './server/openPublicListener.ts';
import type { Service } from './server/service.ts';
import { startDumps } from './server/startDumps.ts';
import { startRetention } from './server/startRetention.ts';
import { StartWait } from './server/startWait.ts';
import { type Logger, type Logs, openLogs } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';

/** A running service. */
export interface RunningService {
  /** Where the public interface answers, e.g. `http://127.0.0.1:3000`; null without the role rest. */
  readonly publicUrl: string | null;
  readonly internalUrl: string;
  /** Where probes and metrics alone are answered; null without METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly schema: GraphQLSchema;
  readonly ports: GraphPorts;
  readonly logs: Logs;
  readonly metrics: Metrics;
  /** Closes everything; requests in flight may finish within bounds. Further calls await the same close. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Ends a start that waits for the database or its schema. */
  readonly signal?: AbortSignal;
  /** Runs once this process serves the graph, before its public listener opens. */
  readonly onGraph?: (graph: {
    readonly schema: GraphQLSchema;
    readonly ports: GraphPorts;
    readonly logger: Logger;
    readonly internalUrl: string;
  }) => Promise<void>;
}

/** How long requests in flight may take once no new ones are accepted. */
const DRAIN_MS = 10_000;

/**
 * Starts the parts that the configuration's roles name. Whatever was opened is closed again when a step fails.
 * @throws StartError, or ConfigurationError for what production demands, in one line that says what is wrong and what
 * to do; AbortError when the signal ended its wait
 */
export async function startService(configuration: Configuration, options: StartOptions = {}): Promise<RunningService> {
  const closers = new Closers();
  const { signal = new AbortController().signal } = options;
  try {
    const unset = unsetInProduction(configuration);
    if (unset.length > 0) throw new ConfigurationError(unset);
    const secrets = await obtainSecrets(configuration);
    const logs = openLogs({
      level: configuration.LOG_LEVEL,
      format: configuration.LOG_FORMAT,
      secrets: secretsToRedact(configuration, secrets),
    });
    const { logger } = logs;
    closers.add(() => logs.close());
    for (const misspelling of configuration.misspelt) logger.warn(misspelling, misspellingText(misspelling));
    if (configuration.ROLES.has('rest')) {
      const { HOST: host, PORT: port } = configuration;
      await assertListenable({ host, port, variables: { host: 'HOST', port: 'PORT' } });
    }
    const metrics = createMetrics();
    if (configuration.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && configuration.OTEL_TRACES_EXPORTER !== 'none') {
      const { openTracing } = await import('./telemetry/openTracing.ts');
      closers.add(openTracing(configuration, logger));
    }
    const wait = new StartWait({ logger, patienceMs: configuration.START_PATIENCE_S * 1_000, signal });
    closers.add(async () => wait.stop());
    const internal = await openInternalListener({ configuration, logs, metrics, closers, wait });
    const internalUrl = internal.listener.url;
    const service = await assembleService({ configuration, secrets, logs, metrics, closers, wait });
    const { schema, ports } = service;
    await internal.serve(service);
    startRetention(service);
    startDumps(service);
    await options.onGraph?.({ schema, ports, logger, internalUrl });
    const rest = await openPublicListener(service);
    service.publicUrl = rest?.url ?? null;
    service.phase = 'serving';
    const addresses = { publicUrl: service.publicUrl, internalUrl, metricsUrl: internal.metricsUrl };
    logger.info({ version, ...addresses, roles: [...configuration.ROLES] }, 'listening');
    let stopped: Promise<void> | undefined;
    const close = () => {
      stopped ??= stop(service, [rest, internal.listener]);
      return stopped;
    };
    return { ...addresses, schema, ports, logs, metrics, close };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

/** Reports `stopping` to balancers first, and serves as before until they have noticed. */
async function stop(service: Service, listeners: readonly (Listener | null)[]): Promise<void> {
  const { logger, closers, configuration } = service;
  service.phase = 'stopping';
  // Attempts in flight get the same time as everything else that closes.
  void service.webhooks?.stop();
  const { STOP_GRACE_MS: graceMs } = configuration;
  logger.info({ graceMs }, 'stopping');
  if (graceMs > 0) {
    for (const listener of listeners) listener?.retire();
    await sleep(graceMs);
  }
  service.drainUntil = performance.now() + DRAIN_MS;
  await closers.closeAll();
}
