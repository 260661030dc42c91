import { createServer, type RequestListener } from 'node:http';
import type { Configuration } from '../configuration/configuration.ts';
import {
  createInternalApp,
  createMetricsApp,
  createStartingApp,
  type InternalSettings,
} from '../internal/createInternalApp.ts';
import type { PartStatus, Readiness } from '../internal/probes.ts';
import type { Listener } from '../listener/openListener.ts';
import { pageFiles, sendGraphiql } from '../site/graphiql/graphiqlRouter.ts';
import type { Logs } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Closers } from './closers.ts';
import { closeOnStop, openObservedListener } from './observedListener.ts';
import type { Service } from './service.ts';
import type { StartWait } from './startWait.ts';

interface Starting {
  readonly configuration: Configuration;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly closers: Closers;
  readonly wait: StartWait;
}

/**
 * The internal listener, which answers probes from the first second of a start on. `serve` adds the graph behind the
 * internal token and the desk, where the role graph has them. Beside it, with METRICS_PORT, a listener for probes and
 * metrics alone.
 * @throws StartError when an address is unavailable
 */
export async function openInternalListener({ configuration, logs, metrics, closers, wait }: Starting) {
  const { INTERNAL_URL, TRUST_PROXY = false } = configuration;
  const { logger, requestLevel } = logs;
  const loadGraphql = () => import('../internal/graphqlEndpoint.ts');
  // Loading uses the processor while the database opens, which mostly waits for other threads. `serve` says what fails.
  if (configuration.ROLES.has('graph')) loadGraphql().catch(() => {});
  let examine = (): Readiness => ({ status: 'starting', parts: wait.parts });
  const probes = { metrics, readiness: () => examine() };
  let app: RequestListener = createStartingApp(probes);
  const { INTERNAL_HOST: host, INTERNAL_PORT: port, KEEP_ALIVE_MS: keepAliveTimeout } = configuration;
  const server = createServer({ keepAliveTimeout }, (request, response) => app(request, response));
  // The desk asks for a form itself, once all else of the request is right.
  server.on('checkContinue', (request, response) => {
    if (!/^\/review\b/.test(request.url ?? '')) response.writeContinue();
    server.emit('request', request, response);
  });
  const observed = { logger, metrics: metrics.http, listener: 'internal', requestLevel } as const;
  const variables = { host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' };
  const listener = await openObservedListener({ server, variables, host, port, ...observed });
  const forMetrics = await openMetricsListener().catch(async (error: unknown) => {
    await listener.close(0);
    throw error;
  });
  const listeners = forMetrics === null ? [listener] : [listener, forMetrics];
  // Closes them when the start fails.
  for (const each of listeners) closers.add(async () => void (await each.close(0)));
  metrics.meterReadiness(() => examine().status);

  async function serve(service: Service): Promise<void> {
    const { secrets, schema, ports } = service;
    const endpoint = configuration.ROLES.has('graph')
      ? await (await loadGraphql()).createGraphqlEndpoint({ schema, ports, logger })
      : null;
    if (endpoint !== null) closers.add(() => endpoint.stop());
    examine = () => judgeReadiness(service);
    app = createInternalApp({
      logger,
      ...probes,
      graphql:
        endpoint === null || secrets.internalToken === null
          ? null
          : {
              tokens: { all: secrets.internalToken, reads: configuration.INTERNAL_READ_TOKEN ?? null },
              endpoint,
              page: sendGraphiql,
              files: pageFiles(),
            },
      // By http callers come directly, and those in the proxies' networks would choose their own address.
      trustProxy: INTERNAL_URL?.startsWith('https:') ? TRUST_PROXY : false,
      desk: prepareDesk(service),
    });
    for (const each of listeners) closeOnStop(each, { closers, ...observed }, () => service.drainUntil);
  }

  async function openMetricsListener(): Promise<Listener | null> {
    const { METRICS_PORT: port } = configuration;
    if (port === undefined) return null;
    const place = { host, port, variables: { ...variables, port: 'METRICS_PORT' } };
    const server = createServer({ keepAliveTimeout }, createMetricsApp(probes));
    return await openObservedListener({ server, ...place, ...observed });
  }

  return { listener, metricsUrl: forMetrics?.url ?? null, serve };
}

/** The desk, loaded when it is first asked for; null without the role graph. */
function prepareDesk({ configuration, logger, schema, ports }: Service): InternalSettings['desk'] {
  const { desk } = ports;
  if (desk == null) return null;
  const { INTERNAL_URL: url = null, ROLES } = configuration;
  let router: ReturnType<typeof load> | null = null;
  const load = async () => {
    const { createDeskRouter } = await import('../site/desk/createDeskRouter.ts');
    return createDeskRouter({ desk, schema, ports, logger, url, roles: [...ROLES] });
  };
  return {
    url,
    load: () => {
      router ??= load();
      return router;
    },
  };
}

/**
 * Ready once the process listens for its roles, its database answers and an in-memory index is filled, until it is
 * stopped. A read-only database answers reads, and without a search engine the rest of the API works, and with a
 * wrong clock the database's time is used: none of them makes it unready.
 */
function judgeReadiness({ phase, health, callers }: Service): Readiness {
  const { database, clock, search } = health;
  const parts = { database, migrations: { status: 'ok' } as const, clock, search, ...listWarnings(callers) };
  if (phase === 'stopping') return { status: 'stopping', parts };
  if (database.status === 'failed') return { status: 'unready', parts };
  return { status: phase === 'starting' || health.isFillingIndex ? 'starting' : 'ready', parts };
}

/** What only this process knows, and no operator sees otherwise but in its log. */
function listWarnings({ redis, unreadProxy }: Service['callers']): Record<string, PartStatus> {
  const shared = redis?.();
  const away = `Redis does not answer (${shared?.lastError}): quotas are counted in this process alone`;
  const unread = `${unreadProxy} sends X-Forwarded-For, which is not read: if it is a proxy, name it in TRUST_PROXY`;
  return {
    ...(shared !== undefined && { redis: shared.isShared ? { status: 'ok' } : { status: 'failed', detail: away } }),
    ...(unreadProxy !== null && { proxy: { status: 'warning', detail: unread } }),
  };
}
