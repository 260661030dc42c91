import { createServer, type Server } from 'node:http';
import { createInternalApp } from '../internal/createInternalApp.ts';
import { type Listener, openListener } from '../listener/openListener.ts';
import { observeRequests } from '../telemetry/observeRequests.ts';
import { examineReadiness } from './readiness.ts';
import type { Service } from './service.ts';

/** How long requests that have begun may take once the service is told to stop. */
const DRAIN_MS = 10_000;

/** Probes and metrics, and with the role graph the graph behind the internal token. @throws StartError */
export async function openInternalListener(service: Service): Promise<Listener> {
  const { configuration, secrets, logger, metrics, schema, ports, parts, closers } = service;
  const endpoint = (await parts.graphql?.createGraphqlEndpoint({ schema, ports, logger })) ?? null;
  if (endpoint !== null) closers.add(() => endpoint.stop());
  const app = createInternalApp({
    logger,
    metrics,
    readiness: () => examineReadiness(ports.database, ports.searchAdministration, service.isStopping),
    graphql: endpoint === null || secrets.internalToken === null ? null : { token: secrets.internalToken, endpoint },
  });
  const variables = { host: 'INTERNAL_HOST', port: 'INTERNAL_PORT' };
  return await listen(service, 'internal', createServer(app), { variables, ...configuration.internal });
}

/** The public interface under /v1; null without the role rest. @throws StartError */
export async function openPublicListener(service: Service): Promise<Listener | null> {
  const { configuration, secrets, metrics, schema, ports, parts, logger } = service;
  const { cursorSecret } = secrets;
  if (parts.rest === null || cursorSecret === null) return null;
  const { trustProxy, representationCacheBytes } = configuration;
  const representations = new parts.rest.RepresentationCache(representationCacheBytes);
  metrics.meterRepresentations(() => representations.statistics());
  const app = parts.rest.createRestApp({ schema, ports, cursorSecret, representations, logger, trustProxy });
  const variables = { host: 'HOST', port: 'PORT' };
  return await listen(service, 'public', parts.rest.createRestServer(app), { variables, ...configuration.public });
}

async function listen(
  { logger, metrics, closers }: Service,
  name: 'public' | 'internal',
  server: Server,
  place: Omit<Parameters<typeof openListener>[0], 'server'>,
): Promise<Listener> {
  observeRequests(server, { logger, metrics: metrics.http, listener: name });
  const listener = await openListener({ server, ...place });
  closers.add(async () => {
    const cutOff = await listener.close(DRAIN_MS);
    if (cutOff > 0) logger.warn({ listener: name, requests: cutOff, afterMs: DRAIN_MS }, 'requests were cut off');
  });
  return listener;
}
