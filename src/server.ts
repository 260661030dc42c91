import { setTimeout as sleep } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import type { Configuration } from './configuration/configuration.ts';
import { misspellingText } from './configuration/misspeltVariables.ts';
import { unreadText } from './configuration/tracesConfiguration.ts';
import type { GraphPorts } from './graph/schema/context.ts';
import { assertListenable, type Listener } from './listener/openListener.ts';
import { assembleService } from './server/assembleService.ts';
import { assertNamed } from './server/assertNamed.ts';
import { Closers } from './server/closers.ts';
import { insist, lead } from './server/lead.ts';
import { obtainSecrets, secretsToRedact } from './server/obtainSecrets.ts';
import { openInternalListener } from './server/openInternalListener.ts';
import { openPublicListener } from './server/openPublicListener.ts';
import { readinessOf } from './server/readinessOf.ts';
import type { Service } from './server/service.ts';
import { StartWait } from './server/startWait.ts';
import { type Logger, type Logs, openLogs } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { noTracer, type Tracer } from './tracing/span.ts';
import { version } from './version.ts';
import type { WorkerLink } from './workers/workerLink.ts';

/** A running service. */
export interface RunningService {
  /** Where the public interface answers, e.g. `http://127.0.0.1:3000`; null without the role rest. */
  readonly publicUrl: string | null;
  /** The address of the internal listener; null for a worker that does not lead from its start on. */
  readonly internalUrl: string | null;
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
  /** Makes the process one of several on one port. */
  readonly link?: WorkerLink | null;
  /**
   * Runs once this process serves the graph, before its public listener opens if it leads from its start on. After a
   * take-over it runs again where it fails.
   */
  readonly onLead?: (graph: {
    readonly schema: GraphQLSchema;
    readonly ports: GraphPorts;
    readonly logger: Logger;
    readonly metrics: Metrics;
    readonly internalUrl: string;
  }) => Promise<void>;
}

/** How long requests in flight may take once no new ones are accepted. */
const DRAIN_MS = 10_000;

/**
 * Starts the parts that the configuration's roles name. Whatever was opened is closed again when a step fails.
 * @throws StartError in one line that says what is wrong and what to do; AbortError when the signal ended its wait
 */
export async function startService(configuration: Configuration, options: StartOptions = {}): Promise<RunningService> {
  const closers = new Closers();
  const ofLeader = new Closers();
  closers.add(() => ofLeader.closeAll());
  const { signal = new AbortController().signal, link = null } = options;
  try {
    assertNamed(configuration);
    const secrets = await obtainSecrets(configuration);
    const logs = openLogs({
      level: configuration.logLevel,
      format: configuration.logFormat,
      worker: link?.number,
      secrets: secretsToRedact(configuration, secrets),
    });
    const { logger } = logs;
    closers.add(() => logs.close());
    const leads = link === null || link.isLeader;
    // Other workers would repeat the warnings.
    for (const misspelling of leads ? configuration.misspelt : [])
      logger.warn(misspelling, misspellingText(misspelling));
    const { unread } = configuration;
    if (leads && unread.length > 0) logger.warn({ variables: unread }, unreadText(unread));
    // The primary has checked a worker's address, and another worker may listen there already.
    if (configuration.roles.has('rest') && link === null) {
      await assertListenable({ ...configuration.public, variables: { host: 'HOST', port: 'PORT' } });
    }
    const metrics = createMetrics();
    const tracer = await openTracer(configuration, logger, closers);
    const wait = new StartWait({ logger, patienceMs: configuration.startPatienceMs, signal });
    closers.add(async () => wait.stop());
    link?.meter(metrics);
    const openInternal = () => openInternalListener({ configuration, logs, metrics, closers: ofLeader, wait, link });
    let internal = leads ? await openInternal() : null;
    const service = await assembleService({ configuration, secrets, logs, metrics, tracer, closers, wait, link });
    const { schema, ports } = service;
    let leading: Promise<unknown> = Promise.resolve();
    // Before what it is built on, unless the start has failed.
    closers.add(async () => {
      await leading;
      await ofLeader.closeAll();
    });
    const takeLead = async () => {
      internal ??= await openInternal();
      await lead(service, internal, ofLeader);
    };
    const internalUrl = () => internal?.listener.url ?? null;
    const hasLead = async () => {
      await options.onLead?.({ schema, ports, logger, metrics, internalUrl: internalUrl() ?? '' });
    };
    if (leads) await takeLead().then(hasLead);
    const rest = await openPublicListener(service);
    service.phase = 'serving';
    const addresses = {
      publicUrl: rest?.url ?? null,
      internalUrl: internalUrl(),
      metricsUrl: internal?.metricsUrl ?? null,
    };
    logger.info({ version, ...addresses, roles: leads ? [...configuration.roles] : ['rest'] }, 'listening');
    link?.watch(() => readinessOf(service));
    void link?.takeover.then(async () => {
      const insisting = { logger, stop: signal };
      const taken = insist(takeLead, { ...insisting, failure: 'the lead of the workers could not be taken over yet' });
      leading = taken;
      if (!(await taken)) return;
      logger.info({ internalUrl: internalUrl() }, 'leads the workers in the place of one that has ended');
      await insist(hasLead, { ...insisting, failure: 'the first import could not begin yet' });
    });
    let stopped: Promise<void> | undefined;
    const close = () => {
      stopped ??= stop(service, [rest, internal?.listener ?? null]);
      return stopped;
    };
    return { ...addresses, schema, ports, logs, metrics, close };
  } catch (error) {
    await closers.closeAll().catch(() => {});
    throw error;
  }
}

/** OpenTelemetry's packages are loaded where there is somewhere to send traces to. */
async function openTracer({ traces }: Configuration, logger: Logger, closers: Closers): Promise<Tracer> {
  if (traces === null) return noTracer;
  const { openTracing } = await import('./telemetry/tracing/openTracing.ts');
  const { tracer, close } = openTracing(traces, logger);
  closers.add(close);
  return tracer;
}

/** Reports `stopping` to balancers first, and serves as before until they have noticed. */
async function stop(service: Service, listeners: readonly (Listener | null)[]): Promise<void> {
  const { logger, closers, configuration } = service;
  service.phase = 'stopping';
  // Attempts in flight get the same time as everything else that closes.
  void service.webhooks?.stop();
  logger.info({ graceMs: configuration.stopGraceMs }, 'stopping');
  if (configuration.stopGraceMs > 0) {
    for (const listener of listeners) listener?.retire();
    await sleep(configuration.stopGraceMs);
  }
  service.drainUntil = performance.now() + DRAIN_MS;
  await closers.closeAll();
}
