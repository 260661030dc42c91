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
  const { configuration, secrets, logger, metrics, ports, closers } = service;
  const endpoint = secrets.internalToken === null ? null : await openGraphql(service);
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

async function openGraphql({ schema, ports, logger }: Service) {
  // A process without the role does not load Apollo.
  const { createGraphqlEndpoint } = await import('../internal/graphqlEndpoint.ts');
  return await createGraphqlEndpoint({ schema, ports, logger });
}

/** The public interface under /v1. @throws StartError */
export async function openPublicListener(service: Service, cursorSecret: string): Promise<Listener> {
  const { configuration, schema, ports, logger } = service;
  const { createRestApp } = await import('../rest/createRestApp.ts');
  const { createRestServer } = await import('../rest/createRestServer.ts');
  const app = createRestApp({ schema, ports, cursorSecret, logger, trustProxy: configuration.trustProxy });
  const variables = { host: 'HOST', port: 'PORT' };
  return await listen(service, 'public', createRestServer(app), { variables, ...configuration.public });
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
