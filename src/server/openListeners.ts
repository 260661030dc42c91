import { createServer, type Server } from 'node:http';
import type { Configuration } from '../configuration/configuration.ts';
import { createInternalApp } from '../internal/createInternalApp.ts';
import type { Readiness } from '../internal/probes.ts';
import { type Listener, openListener } from '../listener/openListener.ts';
import { observeRefusals, observeRequests } from '../telemetry/observeRequests.ts';
import type { Service } from './service.ts';
import { startWarmUp } from './startWarmUp.ts';

/** Probes and metrics, and with the role graph the graph behind the internal token. @throws StartError */
export async function openInternalListener(service: Service): Promise<Listener> {
  const { configuration, secrets, logger, metrics, schema, ports, parts, closers } = service;
  const endpoint = (await parts.graphql?.createGraphqlEndpoint({ schema, ports, logger })) ?? null;
  if (endpoint !== null) closers.add(() => endpoint.stop());
  const app = createInternalApp({
    logger,
    metrics,
    readiness: () => readinessOf(service),
    names: internalNames(configuration),
    graphql: endpoint === null || secrets.internalToken === null ? null : { token: secrets.internalToken, endpoint },
  });
  const variables = { host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' };
  const server = createServer({ keepAliveTimeout: configuration.keepAliveMs }, app);
  return await listen(service, 'internal', server, { variables, ...configuration.internal });
}

/**
 * Ready once the process listens for its roles, its database answers, the warm-up has ended and an in-memory index is
 * filled, until the process is stopped. A read-only database answers reads, and without a search engine the rest of the
 * interface works: neither makes it unready.
 */
function readinessOf({ phase, isWarm, health }: Service): Readiness {
  const { database, search } = health;
  const parts = { database, migrations: { status: 'ok' } as const, search };
  if (phase === 'stopping') return { status: 'stopping', parts };
  if (database.status === 'failed') return { status: 'unready', parts };
  return { status: phase === 'starting' || !isWarm || health.isFillingIndex ? 'starting' : 'ready', parts };
}

function internalNames({ internal, internalUrl }: Configuration): ReadonlySet<string> {
  const names = [internal.host, ...(internalUrl === null ? [] : [new URL(internalUrl).hostname])];
  return new Set(names.map((name) => name.toLowerCase()));
}

/**
 * The public interface under /v1, which also answers during its warm-up; null without the role rest. @throws StartError
 */
export async function openPublicListener(service: Service): Promise<Listener | null> {
  const { configuration, secrets, metrics, schema, ports, parts, callers, logger, closers } = service;
  const { cursorSecrets } = secrets;
  if (parts.rest === null || cursorSecrets === null) return null;
  const { trustProxy, keepAliveMs, connectionsPerAddress, representationCacheBytes } = configuration;
  const representations = new parts.rest.RepresentationCache(representationCacheBytes);
  metrics.meterRepresentations(() => representations.statistics());
  const rest = parts.rest.createRestApp({
    schema,
    ports,
    cursorSecrets,
    representations,
    installation: { quotas: configuration.callers.quotas, issuerUrl: issuerUrlOf(service) },
    site: configuration.site,
    callers,
    issuer: callers.issuerPages,
    logger,
    trustProxy,
    onUnreadProxy: (address) => {
      if (callers.unreadProxy === null) logger.warn({ address }, 'X-Forwarded-For arrives and TRUST_PROXY is unset');
      callers.unreadProxy = address;
    },
  });
  const variables = { host: 'HOST', port: 'PORT' };
  const onRefusal = observeRefusals({
    logger,
    metrics: metrics.http,
    listener: 'public',
    requestLevel: service.requestLevel,
  });
  const server = parts.rest.createRestServer(rest.app, {
    keepAliveMs,
    onRefusal,
    ...(connectionsPerAddress > 0 && { connectionsPerAddress }),
  });
  const endWarmUp = startWarmUp(service, rest);
  const listener = await listen(service, 'public', server, { variables, ...configuration.public });
  // Called before the listener closes and awaited after: a hung read must not keep the listener open.
  closers.add(async () => endWarmUp());
  closers.add(() => rest.release());
  return listener;
}

/** Below a public URL that is not configured clients find the embedded issuer beside the interface. */
function issuerUrlOf({ configuration: { callers }, callers: { issuerPages } }: Service): string | null {
  if (callers.issuer.kind === 'remote') return callers.issuer.url;
  return callers.issuer.kind === 'none' || issuerPages === null ? null : `${callers.issuer.publicUrl ?? ''}/oidc`;
}

async function listen(
  service: Service,
  name: 'public' | 'internal',
  server: Server,
  place: Omit<Parameters<typeof openListener>[0], 'server'>,
): Promise<Listener> {
  const { logger, metrics, closers, requestLevel } = service;
  observeRequests(server, { logger, metrics: metrics.http, listener: name, requestLevel });
  const listener = await openListener({ server, ...place });
  closers.add(async () => {
    const cutOff = await listener.close(Math.max(0, service.drainUntil - performance.now()));
    if (cutOff > 0) logger.warn({ listener: name, requests: cutOff }, 'requests were cut off');
  });
  return listener;
}
